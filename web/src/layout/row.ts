// A row as a bar: to scale beside the 2 kB ruler, enlarged, and its values cut into chunks below.
import { limits } from '../engine/limits';
import { byteRuns, type ByteRun } from './page';
import type { Rect } from './page-map';
import { rulerMarks, type MarkWords, type RulerMark } from './ruler-marks';
import { chunkCount } from './shared-chunks';

/** What the bar needs to know of a row. */
export interface RowShape {
  at: number;
  length: number;
  target: number;
  tuple: {
    hoff: number;
    columns: { at: number; length: number; form: string; parts: unknown[] }[];
  };
  values: { column: number; chunks: { seq: number; size: number; run: number }[] }[];
}

/** A part of the enlarged bar. */
export interface Segment extends Rect, ByteRun {}

/** A chunk below the bar; `more` says how many stand for the rest of a long value. */
export interface ChunkBox extends Rect {
  index: number;
  more: number;
}

/** The chunks of one column's value, side by side, and the index entries that lead to them. */
export interface Strip extends Rect {
  column: number;
  /** The corners of the fan from the pointer to the strip. */
  fan: [number, number, number, number, number, number, number, number];
  chunks: ChunkBox[];
  /** Where the index entries of the chunks are drawn, and how tall. */
  entries: number;
  entryHeight: number;
}

/** Where all parts of a stored row are drawn, in px. */
export interface RowPicture {
  width: number;
  height: number;
  /** px of a byte on the ruler. */
  scale: number;
  ruler: { y: number; ticks: { x: number; bytes: number }[]; marks: RulerMark[] };
  bar: Rect;
  enlarged: Rect;
  segments: Segment[];
  strips: Strip[];
}

const RULER = 20;
const BAR = 12;
const LENS = 20;
const ENLARGED = 40;
/** px of a fan, a chunk, the line to its index entry, the entry, and the room below it. */
const PLENTY = { fan: 28, chunk: 34, link: 12, entry: 18, apart: 16 };
const LITTLE = { fan: 10, chunk: 18, link: 3, entry: 6, apart: 3 };
const MOST_CHUNKS = 32;
/** What the marks on the ruler say. */
const WORDS: MarkWords[] = [
  { start: (bytes) => `${bytes}: TOAST starts`, stop: (bytes) => `${bytes}: TOAST stops` },
  { start: (bytes) => `${bytes}: starts`, stop: (bytes) => `${bytes}: stops` },
  { start: (bytes) => bytes, stop: (bytes) => bytes },
];
/** Room for the number of chunks that are not drawn. */
const REST = 80;

/** Lays out a row. With `little` room its chunks are low and closer together. */
export function rowPicture(row: RowShape, width: number, little = false): RowPicture {
  const size = little ? LITTLE : PLENTY;
  const most = Math.max(row.length, row.target, limits.toastTupleThreshold) * 1.06;
  const scale = width / most;
  const step = most > 4096 ? 2048 : 512;
  const ticks = [];
  for (let bytes = 0; bytes <= most; bytes += step) ticks.push({ x: bytes * scale, bytes });
  const bar = { x: 0, y: RULER, width: Math.max(2, row.length * scale), height: BAR };
  const enlarged = { x: 0, y: RULER + BAR + LENS, width, height: ENLARGED };
  const per = width / row.length;
  const segments = byteRuns(row.at, row.length, row.tuple.hoff, row.tuple.columns).map((run) => ({
    x: (run.at - row.at) * per,
    y: enlarged.y,
    width: run.length * per,
    height: ENLARGED,
    at: run.at,
    length: run.length,
    role: run.role,
    column: run.column,
  }));
  let y = enlarged.y + ENLARGED;
  const strips: Strip[] = [];
  for (const value of row.values) {
    const from = segments.find((s) => s.column === value.column);
    // A column of a custom toaster is drawn by itself.
    const custom = (row.tuple.columns[value.column]?.parts.length ?? 0) > 0;
    if (!from || custom || value.chunks.length === 0) continue;
    const top = y + size.fan;
    const bottom = enlarged.y + ENLARGED;
    strips.push({
      x: 0,
      y: top,
      width,
      height: size.chunk,
      column: value.column,
      fan: [from.x, bottom, from.x + from.width, bottom, width, top, 0, top],
      chunks: chunkBoxes(value.chunks, width, top, size.chunk),
      entries: top + size.chunk + size.link,
      entryHeight: size.entry,
    });
    y = top + size.chunk + size.link + size.entry + size.apart;
  }
  const height = strips.length > 0 ? y - size.apart : y;
  return {
    width,
    height,
    scale,
    ruler: { y: RULER, ticks, marks: rulerMarks(row.target, width, scale, WORDS) },
    bar,
    enlarged,
    segments,
    strips,
  };
}

/** The boxes of a value's chunks. */
function chunkBoxes(
  chunks: { size: number; run: number }[],
  width: number,
  y: number,
  height: number,
): ChunkBox[] {
  const shown = chunks.length > MOST_CHUNKS ? chunks.slice(0, MOST_CHUNKS - 1) : chunks;
  const more = chunkCount(chunks) - shown.length;
  const total = shown.reduce((sum, c) => sum + c.size, 0) || 1;
  const rest = more > 0 ? Math.max(REST, (3 / (shown.length + 3)) * width) : 0;
  let x = 0;
  const boxes = shown.map((c, index) => {
    const box = { x, y, width: (c.size / total) * (width - rest), height, index, more: 0 };
    x += box.width;
    return box;
  });
  if (more > 0) boxes.push({ x, y, width: width - x, height, index: shown.length, more });
  return boxes;
}
