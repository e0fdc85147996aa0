// What the page and the worker that writes a log say to each other.

export interface Request {
  /** `wal_compression`. */
  compression: string;
  /** Run first; the log is taken from the first segment after them. */
  setup: string[];
  lines: string[];
}

export interface Segment {
  name: string;
  /** Of the last segment: up to the end of the log. */
  bytes: Uint8Array<ArrayBuffer>;
}

export type Reply =
  | { kind: 'progress'; share: number }
  | { kind: 'written'; segments: Segment[] }
  | { kind: 'failed'; message: string };
