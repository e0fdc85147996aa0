// The log as a ribbon: records side by side, each as wide as it has bytes, page images standing out.
import type { LogRecord } from '../model/log-record';

/** A log record as a box of the ribbon, in px. */
export interface RibbonBox extends LogRecord {
  x: number;
  width: number;
  /** Where the part begins that is page images. */
  imageX: number;
}

/** The log records as boxes side by side, and what they come to in bytes. */
export interface Ribbon {
  boxes: RibbonBox[];
  /** Bytes of a px. */
  scale: number;
  total: { bytes: number; images: number; imageBytes: number; records: number };
}

/** About so many boxes are drawn: of more, neighbours of a kind are one. */
const MOST = 240;
const GAP = 1;

/** Joins records so that at most so many are drawn. */
function joined(all: LogRecord[], most: number): LogRecord[] {
  if (all.length <= most) return all;
  const each = Math.ceil(all.length / most);
  const out: LogRecord[] = [];
  for (let i = 0; i < all.length; i += each) {
    const kinds = new Map<string, LogRecord>();
    for (const r of all.slice(i, i + each)) {
      const key = `${r.rmgr} ${r.became ?? ''}`;
      const sum = kinds.get(key);
      if (!sum) kinds.set(key, { ...r });
      else {
        sum.bytes += r.bytes;
        sum.imageBytes += r.imageBytes;
        sum.images += r.images;
        sum.records += r.records;
      }
    }
    out.push(...kinds.values());
  }
  return out;
}

/**
 * Lays out the records of a statement. `end`, the bytes that the statement logs in all, fills the width, so
 * that the ribbon grows as it plays.
 */
export function ribbon(records: LogRecord[], end: number, width: number): Ribbon {
  const total = { bytes: 0, images: 0, imageBytes: 0, records: 0 };
  for (const r of records) {
    total.bytes += r.bytes;
    total.images += r.images;
    total.imageBytes += r.imageBytes;
    total.records += r.records;
  }
  const shown = joined(records, MOST);
  const scale = Math.max(1, end) / width;
  let x = 0;
  const boxes = shown.map((r) => {
    const box = { ...r, x, width: Math.max(1.5, r.bytes / scale - GAP), imageX: 0 };
    box.imageX = box.x + box.width * (1 - r.imageBytes / Math.max(1, r.bytes));
    x += Math.max(1.5 + GAP, r.bytes / scale);
    return box;
  });
  // Many tiny records may need more room than they have bytes.
  const squeeze = x > width ? width / x : 1;
  if (squeeze < 1) {
    for (const b of boxes) {
      b.x *= squeeze;
      b.width *= squeeze;
      b.imageX *= squeeze;
    }
  }
  return { boxes, scale, total };
}
