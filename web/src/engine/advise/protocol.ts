// What the page and the worker that reads tables and advises on them say to each other.

/** Where the rows of a table come from: files, pasted text, or a generator. */
export type Source =
  | { kind: 'files'; files: File[] }
  /** Pasted; `name` ends as a file of its kind would. */
  | { kind: 'text'; name: string; text: string }
  | { kind: 'generated'; preset: string; rows: number };

/** How much is kept of a source. */
export interface Limit {
  rows: number;
  /** Bytes of the rows' text. */
  bytes: number;
}

/** What the advice is to make small or fast: the table's size, reading, scanning, writing, or some of each. */
export type Goal = 'balanced' | 'size' | 'read' | 'scan' | 'write';

/** What a person chose on the page, as the advisor needs it. */
export interface Settings {
  goal: Goal;
  /** Rows to extrapolate to; 0 for those that were read. */
  rows: number;
  /** `toastscope.server`. */
  server: string;
}

/** What the numbers of a source's rows count: lines, or documents, rows or files. */
export type Numbered = 'Line' | 'Document' | 'Row' | 'File';

/** A row that was kept aside: its line, or its record, from 1. */
export interface Refused {
  number: number;
  why: string;
}

/** What the worker has read of a table. */
export interface ReadResult {
  /** The statement that makes a table of it; empty when a script makes its own. */
  create: string;
  /** Good rows that the source has; unknown of a script. */
  seen: number;
  /** The first rows that were kept aside, how many were, and what their numbers count. */
  refused: Refused[];
  aside: number;
  numbered: Numbered;
}

/** What the engine and a server of the reader's own print for one question, as `engine/advise/src/check.rs` has it. */
export interface Compared {
  /** The trial, by what it changes; empty for what is about all. */
  trial: string;
  what: string;
  ours: string;
  theirs: string;
  verdict: 'same' | 'different' | 'refused';
}

/** All that was compared; not complete if the server's output has no end. */
export interface Comparison {
  server: string;
  engine: string;
  lines: Compared[];
  complete: boolean;
}

/** What the page asks the worker to do. */
export type Request =
  | { kind: 'read'; source: Source; limit: Limit }
  /** The script that repeats the trials of the last advice on a server. */
  | { kind: 'script' }
  /** What psql printed for it there, to be compared. */
  | { kind: 'compare'; output: string }
  | { kind: 'advise'; create: string; settings: Settings };

/** What the worker answers; `share` is how much of `what` is done, from 0 to 1. */
export type Reply =
  | { kind: 'progress'; what: string; share: number }
  | { kind: 'read'; result: ReadResult }
  /** A report as `engine/advise` writes it, the rows that the table refused, and how many it took. */
  | { kind: 'report'; json: string; refused: Refused[]; loaded: number }
  | { kind: 'script'; text: string }
  | { kind: 'compared'; comparison: Comparison }
  | { kind: 'failed'; message: string };

/** What the worker with PGlite answers to a script; `share` is how much of `what` is done, from 0 to 1. */
export type PgliteReply =
  | { kind: 'progress'; what: string; share: number }
  /** What psql would print for it. */
  | { kind: 'printed'; text: string }
  | { kind: 'failed'; message: string };
