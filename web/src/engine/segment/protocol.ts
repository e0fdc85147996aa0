// The messages between the page and the worker that reads a segment of the log.
import type { More, Place, SegmentView } from '../generated/toastscope.js';
import type { Field, OpenAnswer } from '../protocol';

export type { SegmentView, TypeStats } from '../generated/toastscope.js';

/** A segment that was read. */
export interface Opening {
  view: SegmentView;
  /** Eight numbers a record: see `engine/client/src/inspect/fields/segment.rs`. */
  rows: Uint32Array;
}

/** What the page asks about a segment. */
export type Question =
  | { kind: 'file'; file: Blob }
  | { kind: 'words'; from: number; count: number }
  | { kind: 'open'; place: Place }
  | { kind: 'more'; place: Place; more: More };

/** The answer to each kind of question, by its kind. */
export interface Answers {
  file: Opening;
  words: string[];
  open: OpenAnswer | null;
  more: Field[];
}

/** A question to the worker; its reply has the same id. */
export interface Request {
  id: number;
  question: Question;
}

/** The answer to the question with this id, or why there is none. */
export type Reply = { id: number; answer: Answers[keyof Answers] } | { id: number; failed: string };
