// What the page and the worker say to each other.
import type {
  Counters,
  Field,
  Fork,
  More,
  Opened,
  PageView,
  Place,
  RelationView,
  RowView,
} from './generated/toastscope.js';

export type * from './generated/toastscope.js';

/** Everything that is drawn, as it was when the worker looked. */
export interface Snapshot {
  relations: RelationView[];
  /** By OID, eight numbers a page: see `inspect::summary`. */
  pages: Map<number, Uint16Array>;
  /** By OID, of relations with few pages: see `inspect::outline`. */
  outlines: Map<number, Uint16Array>;
  counters: Counters;
  lastRow: RowView | null;
  transaction: 'idle' | 'open' | 'failed';
}

/** What psql printed for one line of a script: the line itself, then the rest. */
export interface Piece {
  line: number;
  echo: string;
  text: string;
}

/** A page taken apart, with its bytes. */
export interface PageAnswer {
  view: PageView;
  bytes: Uint8Array;
}

/** A page or value with its fields and bytes. */
export interface OpenAnswer {
  opened: Opened;
  /** As they are stored. */
  stored: Uint8Array;
  /** Decompressed; empty when they are not compressed. */
  plain: Uint8Array;
  /** Five numbers for each token of the stream: see `inspect::fields::tokens`. */
  tokens: Uint32Array;
}

export type Request =
  | { kind: 'run'; id: number; file: string; firstLine: number; text: string; interrupt: string }
  | { kind: 'cancel' }
  | { kind: 'page'; id: number; relation: number; fork: Fork; block: number }
  | { kind: 'row'; id: number; relation: number; block: number; offset: number }
  | { kind: 'open'; id: number; place: Place }
  | { kind: 'more'; id: number; place: Place; more: More }
  | { kind: 'breakDown' };

export type Reply =
  | { kind: 'ready'; version: string; snapshot: Snapshot }
  | { kind: 'running'; line: number; done: number; total: number }
  | { kind: 'printed'; pieces: Piece[]; done: number; total: number }
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'finished'; id: number; cancelled: boolean }
  | { kind: 'page'; id: number; answer: PageAnswer | null }
  | { kind: 'row'; id: number; answer: RowView | null }
  | { kind: 'open'; id: number; answer: OpenAnswer | null }
  | { kind: 'more'; id: number; answer: Field[] }
  | { kind: 'panicked'; message: string };
