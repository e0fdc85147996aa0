// What the page and the worker that reads a segment of a log say to each other.
import type { More, Place, SegmentView } from '../generated/toastscope.js';
import type { Field, OpenAnswer } from '../protocol';

export type { SegmentView, TypeStats } from '../generated/toastscope.js';

/** A segment that was read. */
export interface Opening {
  view: SegmentView;
  /** Eight numbers a record: see `engine/client/src/inspect/fields/segment.rs`. */
  rows: Uint32Array;
}

export type Question =
  | { kind: 'file'; file: Blob }
  | { kind: 'words'; from: number; count: number }
  | { kind: 'open'; place: Place }
  | { kind: 'more'; place: Place; more: More };

export interface Answers {
  file: Opening;
  words: string[];
  open: OpenAnswer | null;
  more: Field[];
}

export interface Request {
  id: number;
  question: Question;
}

export type Reply = { id: number; answer: Answers[keyof Answers] } | { id: number; failed: string };
