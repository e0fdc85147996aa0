// The records of a segment as rows of a list: which are shown, and their sums. Pure.
import type { TypeStats } from '../../engine/segment/protocol';

/** Numbers a record: see `engine/client/src/inspect/fields/segment.rs`. */
const WIDTH = 8;

/** A record of the log as a row of the list. Sizes are in bytes. */
export interface RecordRow {
  /** Its number in the segment. */
  index: number;
  lsn: number;
  type: number;
  bytes: number;
  fpiBytes: number;
  images: number;
  xid: number;
  pages: number;
}

/** How many records these rows have. */
export const recordCount = (rows: Uint32Array) => rows.length / WIDTH;

/** The record at an index. */
export function recordAt(rows: Uint32Array, index: number): RecordRow {
  /** A number of the record. */
  const word = (i: number) => rows[index * WIDTH + i] ?? 0;
  return {
    index,
    lsn: word(0) + word(1) * 2 ** 32,
    type: word(2),
    bytes: word(3),
    fpiBytes: word(4),
    images: word(5),
    xid: word(6),
    pages: word(7),
  };
}

/** Which records of the segment the list shows. */
export interface Filter {
  /** Resource managers that are left out, by name. */
  hidden: ReadonlySet<string>;
  /** Only records with page images. */
  images: boolean;
  /** Only this transaction's; 0: all. */
  xid: number;
}

/** The numbers of the records that are shown. */
export function shown(rows: Uint32Array, types: readonly TypeStats[], filter: Filter): Uint32Array {
  const hidden = types.map((t) => filter.hidden.has(t.manager));
  const out = new Uint32Array(recordCount(rows));
  let n = 0;
  for (let i = 0; i < out.length; i++) {
    const at = i * WIDTH;
    if (hidden[rows[at + 2] ?? 0]) continue;
    if (filter.images && !rows[at + 5]) continue;
    if (filter.xid > 0 && rows[at + 6] !== filter.xid) continue;
    out[n++] = i;
  }
  return out.subarray(0, n);
}

/** Sums of one resource manager, or of all. */
export interface Sums {
  manager: string;
  rmid: number;
  records: number;
  bytes: number;
  fpiBytes: number;
}

/** Sums by resource manager, in the server's order, as `pg_waldump --stats` has them. */
export function byManager(types: readonly TypeStats[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const t of types) {
    const sum = sums.get(t.manager);
    if (!sum) {
      const { manager, rmid, records, bytes, fpiBytes } = t;
      sums.set(manager, { manager, rmid, records, bytes, fpiBytes });
    } else {
      sum.records += t.records;
      sum.bytes += t.bytes;
      sum.fpiBytes += t.fpiBytes;
    }
  }
  return [...sums.values()];
}

/** The sums of several resource managers. */
export const total = (sums: readonly Sums[]): Sums =>
  sums.reduce(
    (all, s) => ({
      ...all,
      records: all.records + s.records,
      bytes: all.bytes + s.bytes,
      fpiBytes: all.fpiBytes + s.fpiBytes,
    }),
    { manager: 'Total', rmid: -1, records: 0, bytes: 0, fpiBytes: 0 },
  );

/** The colour of a resource manager: as in the ribbon of the stage. */
export function hueOf(manager: string): 'heap' | 'index' | 'server' {
  if (['Heap', 'Heap2', 'Sequence'].includes(manager)) return 'heap';
  if (['Btree', 'Hash', 'Gin', 'Gist', 'SPGist', 'BRIN'].includes(manager)) return 'index';
  return 'server';
}

/** A piece of the picture of the whole segment: so many bytes of each hue, and of page images. */
export interface Slot {
  heap: number;
  index: number;
  server: number;
  images: number;
}

/** Cuts the segment into `pieces` pieces of equal length, and counts what is in each. */
export function picture(
  rows: Uint32Array,
  types: readonly TypeStats[],
  start: number,
  size: number,
  pieces: number,
): Slot[] {
  const slots = Array.from({ length: pieces }, () => ({ heap: 0, index: 0, server: 0, images: 0 }));
  for (let i = 0; i < recordCount(rows); i++) {
    const r = recordAt(rows, i);
    const slot = slots[Math.min(pieces - 1, Math.floor(((r.lsn - start) / size) * pieces))];
    if (!slot) continue;
    slot[hueOf(types[r.type]?.manager ?? '')] += r.bytes - r.fpiBytes;
    slot.images += r.fpiBytes;
  }
  return slots;
}
