// One page as a block of memory: rows of 1024 bytes, eight of them, and where its parts lie in it.
import { limits } from '../engine/limits';
import type { Rect } from './page-map';

const ROW_BYTES = 1024;

/** A run of bytes in a page. */
export interface Region {
  at: number;
  length: number;
}

/** The rectangles of a run of bytes: one for each row of the page's block that the run touches. */
export function pageRects(
  region: Region,
  width: number,
  rowHeight: number,
  gap = 2,
  rowBytes = ROW_BYTES,
): Rect[] {
  const rects: Rect[] = [];
  let at = region.at;
  const end = Math.min(limits.blockSize, region.at + region.length);
  while (at < end) {
    const row = Math.floor(at / rowBytes);
    const stop = Math.min(end, (row + 1) * rowBytes);
    rects.push({
      x: ((at % rowBytes) / rowBytes) * width,
      y: row * (rowHeight + gap),
      width: ((stop - at) / rowBytes) * width,
      height: rowHeight,
    });
    at = stop;
  }
  return rects;
}

/** The height in px of a page, given the height of a row and the gap between rows in px. */
export const pageHeight = (rowHeight: number, gap = 2, rowBytes = ROW_BYTES) =>
  (limits.blockSize / rowBytes) * (rowHeight + gap) - gap;

/** The widest of these rectangles, where a label fits best. */
export function widest(rects: Rect[]): Rect | undefined {
  return rects.reduce<Rect | undefined>(
    (best, r) => (!best || r.width > best.width ? r : best),
    undefined,
  );
}

/** A byte and what it belongs to. */
export type ByteRole =
  'header' | 'bitmap' | 'column' | 'pointer' | 'compressed' | 'padding' | 'item';

/** A run of a tuple's bytes with one role. */
export interface ByteRun extends Region {
  role: ByteRole;
  /** The column, from 0. */
  column?: number;
}

interface ColumnBytes {
  at: number;
  length: number;
  form: string;
}

const ROLES: Record<string, ByteRole> = { pointer: 'pointer', compressed: 'compressed' };

/** Cuts a tuple into header, columns and the padding between them. `at` is its start in the page. */
export function byteRuns(
  at: number,
  length: number,
  hoff: number,
  columns: ColumnBytes[],
): ByteRun[] {
  const runs: ByteRun[] = [{ at, length: Math.min(hoff, length), role: 'header' }];
  let here = at + hoff;
  for (const [column, c] of columns.entries()) {
    if (c.length === 0) continue;
    if (c.at > here) runs.push({ at: here, length: c.at - here, role: 'padding' });
    runs.push({ at: c.at, length: c.length, role: ROLES[c.form] ?? 'column', column });
    here = c.at + c.length;
  }
  if (here < at + length) runs.push({ at: here, length: at + length - here, role: 'padding' });
  return runs;
}
