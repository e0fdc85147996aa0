// What the page and a worker that compresses say to each other.

/** A program whose compression is measured. */
export type Method = 'gzip' | 'bzip2' | 'xz' | '7z' | 'lz4' | 'zstd';

/** How a file is to be compressed. */
export interface Setting {
  method: Method;
  level: number;
  /** The window, in bits, that zstd searches for distant repeats. */
  long?: number;
}

/** What a worker is to do with a file or with parts of it. */
export type Task =
  /** Compresses a part of a file. With `keep` the result comes back, and nothing is checked. */
  | { kind: 'compress'; setting: Setting; plain: Blob; keep: boolean }
  /** Compresses the first file of this worker, for the memory that it takes. */
  | { kind: 'memory'; setting: Setting; plain: Blob }
  /** Makes one file of what was compressed in parts, and checks it against the whole. */
  | { kind: 'join'; method: Method; parts: ArrayBuffer[]; plain: Blob };

/** What came of a task: sizes in bytes, times in seconds. */
export interface Done {
  /** Bytes. */
  size: number;
  /** Seconds it took to compress, or to join; to read back and compare. Measured in the worker. */
  seconds: number;
  unpacking: number;
  /** Seconds of all workers that had a part in it: a browser does not tell what of them they waited. */
  cpu: number;
  /** Bytes that the module has after its first file, less the file itself: it never gives any back. */
  memory?: number;
  packed?: ArrayBuffer;
}

/** A task for a worker; its reply has the same id. */
export type Request = { id: number; task: Task };
/** The result of the task with this id, or why it failed. */
export type Reply = { id: number; done: Done } | { id: number; failed: string };
