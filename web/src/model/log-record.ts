// A record of the log, as far as it is drawn: its length, and how much of it is page images.

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

/** `rmgrlist.h`, those that a session of ours writes. */
const NAMES: Record<number, { name: string; role: string }> = {
  0: { name: 'XLOG', role: 'server' },
  1: { name: 'Transaction', role: 'server' },
  2: { name: 'Storage', role: 'server' },
  8: { name: 'Standby', role: 'server' },
  9: { name: 'Heap2', role: 'heap' },
  10: { name: 'Heap', role: 'heap' },
  11: { name: 'Btree', role: 'index' },
  15: { name: 'Sequence', role: 'heap' },
};
/** A resource manager by its number: its name, and the role whose colour its records have. */
export const managerOf = (rmgr: number) =>
  NAMES[rmgr] ?? { name: `resource manager ${rmgr}`, role: 'server' };
