// The messages between the page and the worker that writes a log.

/** The statements whose log is wanted, and how the server is set. */
export interface Request {
  /** `wal_compression`. */
  compression: string;
  /** Run first; the log is taken from the first segment after them. */
  setup: string[];
  lines: string[];
}

/** A segment of the log, by the name of its file. */
export interface Segment {
  name: string;
  /** Its bytes; the last segment ends where the log ends. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** How much is done, from 0 to 1; then the segments, or why there are none. */
export type Reply =
  | { kind: 'progress'; share: number }
  | { kind: 'written'; segments: Segment[] }
  | { kind: 'failed'; message: string };
