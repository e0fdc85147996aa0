// A record of the log, as far as it is drawn: how long it is, and what of it are page images.

/** A record, or several of a kind. */
export interface LogRecord {
  rmgr: number;
  info: number;
  bytes: number;
  /** Bytes of page images among them, and how many images. */
  imageBytes: number;
  images: number;
  /** In recovery, what became of it; else the step wrote it. */
  became?: 'replayed' | 'restored' | 'skipped';
  /** How many records it stands for. */
  records: number;
}
