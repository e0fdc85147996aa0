// The row in numbers of bytes, and where they are drawn: one scale for all of it, a page from edge to edge.
import { limits } from '../../engine/limits';
import type { Stored } from './recorded-row';

/** Bytes of a page before its rows, of an item, and what a row's place is rounded up to: see docs/formats. */
const PAGE_HEADER = 24;
const ITEM = 4;
const ALIGNED = 8;

/** Pixels between two chunks. */
const GAP = 8;
/** Chunks of the longest value. */
const MOST_CHUNKS = 5;

/** The chunks that so many bytes are cut into. */
export function chunksOf(bytes: number): number[] {
  const chunks: number[] = [];
  for (let rest = bytes; rest > 0; rest -= limits.toastMaxChunkSize)
    chunks.push(Math.min(rest, limits.toastMaxChunkSize));
  return chunks;
}

/** How many rows of this length (bytes) a page holds. */
export const rowsOnPage = (row: number) =>
  Math.floor((limits.blockSize - PAGE_HEADER) / (Math.ceil(row / ALIGNED) * ALIGNED + ITEM));

/** How many px a byte takes in a drawing of this width, so that the longest value's chunks fit side by side. */
export const scaleOf = (width: number) => (width - (MOST_CHUNKS - 1) * GAP) / limits.blockSize;

/** A part of the row as it is drawn, in px. */
export interface Box {
  x: number;
  width: number;
  /** Bytes it stands for. */
  bytes: number;
}

/**
 * The boxes of the value's bytes. `left` says how far they have left the row: 0 in it, 1 in chunks with gaps
 * between them. `squeezed` says how far they are compressed: 0 not, 1 fully.
 */
export function bodyOf(stored: Stored, scale: number, squeezed: number, left: number): Box[] {
  const whole = stored.formed - stored.head;
  const grown = 1 + (whole / stored.stored - 1) * (1 - squeezed);
  let at = stored.head;
  return chunksOf(stored.stored).map((bytes, i) => {
    const inRow = at * scale;
    at += bytes * grown;
    const asChunk = i * (limits.toastMaxChunkSize * scale + GAP);
    return { x: inRow + (asChunk - inRow) * left, width: bytes * grown * scale, bytes };
  });
}

/** The right edges of all rows on a page as one SVG path: there may be two hundred. */
export function rowEdges(row: number, scale: number, height: number): string {
  const step = (Math.ceil(row / ALIGNED) * ALIGNED + ITEM) * scale;
  return Array.from(
    { length: rowsOnPage(row) },
    (_, i) => `M${(PAGE_HEADER * scale + (i + 1) * step).toFixed(1)} 0v${height}`,
  ).join('');
}
