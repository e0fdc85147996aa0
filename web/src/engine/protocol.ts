// The messages between the page and the worker with the engine.
import type {
  Counters,
  Event,
  Field,
  Fork,
  Frame,
  Heard,
  MessageTime,
  More,
  Opened,
  PageView,
  Place,
  RecoveredPage,
  RelationView,
  RowView,
} from './generated/toastscope.js';

import type { Alive } from './hold-life';

export type * from './generated/toastscope.js';

/** An event; a descent that is shown page by page has so many `levels` in all, and the path down to one of them. */
export type StageEvent =
  Exclude<Event, { kind: 'indexDescended' }> | (Descent & { levels?: number });
type Descent = Extract<Event, { kind: 'indexDescended' }>;

/** Names a step; steps are numbered as they run, whatever branch they are on. 0: the empty database. */
export type StepId = number;

/** What psql printed for one line of a script: the line itself, then the rest. */
export interface Piece {
  line: number;
  echo: string;
  text: string;
}

/** What ran between two places where psql had nothing begun: a statement, more often than not. */
export interface StepData {
  id: StepId;
  /** The step it ran after. */
  parent: StepId;
  /** The number of its first line in the script. */
  line: number;
  /** Its lines as they were typed. */
  text: string;
  /** What psql printed, without the lines themselves. */
  printed: string;
  /** When it ran, in milliseconds since 1970; it is run again at that time. */
  time: number;
  frames: Frame[];
  /** After a crash: the rows of the pages that recovery changed, in the order of its frames. */
  recovered: RecoveredPage[];
  /** What the server answered, in order. */
  results: Heard[];
  /** The relations there are at its end. */
  relations: RelationView[];
  /** Buffers: its own, and all so far. */
  counters: Counters;
  transaction: 'idle' | 'open' | 'failed';
  /** What its messages took on the modelled clock. */
  spent: MessageTime[];
  /** See `engine/tape/src`: four words a pin. */
  pins: Uint32Array;
  /** See `engine/tape/src`: pages as they look after each frame. */
  patch: Uint16Array;
  /** See `engine/tape/src`: five words a log record. */
  wal: Uint32Array;
}

/** A step as it is run again elsewhere: in a new worker, from a link, after a reload. */
export type StepScript = Pick<StepData, 'id' | 'parent' | 'line' | 'text' | 'time'>;

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
  /** The page with its items, where it is one of a main fork. */
  page: PageView | null;
}

/** Questions about the database as it was after a step. */
export type Question =
  | { kind: 'page'; relation: number; fork: Fork; block: number }
  | { kind: 'row'; relation: number; block: number; offset: number }
  | { kind: 'lastRow' }
  /** What psql prints for a line of SQL; nothing of what it does stays. */
  | { kind: 'printed'; sql: string }
  | { kind: 'open'; place: Place }
  | { kind: 'more'; place: Place; more: More }
  | { kind: 'outline'; relation: number; first: number; count: number };

/** The answer to each kind of question, by its kind; null when there is nothing to show. */
export interface Answers {
  page: PageAnswer | null;
  row: RowView | null;
  lastRow: RowView | null;
  printed: string;
  open: OpenAnswer | null;
  more: Field[];
  outline: Uint16Array;
}

/** What the page asks of the worker. */
export type Request =
  | {
      kind: 'run';
      id: number;
      file: string;
      firstLine: number;
      text: string;
      interrupt: string;
      /** The step whose end the script starts from. */
      from: StepId;
      /** Set for a trial: its steps are posted when all of it ran, and replace these steps. */
      trial?: { forget: StepId[] };
    }
  /** Steps of another worker, to be run again before anything else; the first `silent` of them print nothing. */
  | {
      kind: 'replay';
      id: number;
      seed: number;
      steps: StepScript[];
      silent: number;
      interrupt: string;
      /** The number of the first step that runs after them; the one after theirs when not said. */
      next?: StepId;
    }
  | { kind: 'cancel' }
  | { kind: 'ask'; id: number; step: StepId; question: Question }
  | { kind: 'breakDown' }
  /** The session is over; where several share a worker it goes on for the others. */
  | { kind: 'leave' };

/** What the worker posts to the page. */
export type Reply =
  /** From a worker that one session has to itself: it holds this lock as long as it lives (`hold-life.ts`). */
  | Alive
  /** From a worker that several share, as soon as it hears of one. */
  | { kind: 'connected' }
  | { kind: 'ready'; version: string; seed: number }
  /** It begins with what it was asked to run. */
  | { kind: 'begun' }
  | { kind: 'running'; line: number; done: number; total: number }
  | { kind: 'printed'; pieces: Piece[]; done: number; total: number }
  | { kind: 'steps'; steps: StepData[] }
  /** `reserved`: bytes of memory that the module has taken, where a new worker would give some of them back. */
  | { kind: 'finished'; id: number; cancelled: boolean; reserved?: number }
  /** From the client: a new worker has taken the place of one whose module had grown. */
  | { kind: 'renewed'; reserved: number }
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] | null }
  /** The engine stopped; `culprit`: by what this session ran, which is not tried again. */
  | { kind: 'panicked'; message: string; culprit?: boolean };
