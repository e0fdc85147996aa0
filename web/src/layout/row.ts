// A row as a bar: to scale beside the 2 kB ruler, enlarged, and its values cut into chunks below.
import { byteRuns, type ByteRun } from './page';
import type { Rect } from './page-map';
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

/** One value's chunks. */
export interface Strip extends Rect {
  column: number;
  /** The corners of the fan from the pointer to the strip. */
  fan: [number, number, number, number, number, number, number, number];
  chunks: ChunkBox[];
  /** Where the index entries of the chunks are drawn. */
  entries: number;
}

export interface RowPicture {
  width: number;
  height: number;
  /** px of a byte on the ruler. */
  scale: number;
  ruler: { y: number; ticks: { x: number; bytes: number }[]; target: number };
  bar: Rect;
  enlarged: Rect;
  segments: Segment[];
  strips: Strip[];
}

const RULER = 20;
const BAR = 12;
const LENS = 20;
const ENLARGED = 40;
const FAN = 28;
const CHUNK = 34;
const LINK = 12;
const ENTRY = 18;
const APART = 16;
const MOST_CHUNKS = 32;
/** Room for the number of chunks that are not drawn. */
const REST = 80;

/** Draws a row into so many px. */
export function rowPicture(row: RowShape, width: number): RowPicture {
  const most = Math.max(row.length, row.target) * 1.06;
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
    // What a toaster of its own stored is drawn by itself.
    const custom = (row.tuple.columns[value.column]?.parts.length ?? 0) > 0;
    if (!from || custom || value.chunks.length === 0) continue;
    const top = y + FAN;
    const bottom = enlarged.y + ENLARGED;
    strips.push({
      x: 0,
      y: top,
      width,
      height: CHUNK,
      column: value.column,
      fan: [from.x, bottom, from.x + from.width, bottom, width, top, 0, top],
      chunks: chunkBoxes(value.chunks, width, top),
      entries: top + CHUNK + LINK,
    });
    y = top + CHUNK + LINK + ENTRY + APART;
  }
  const height = strips.length > 0 ? y - APART : y;
  return {
    width,
    height,
    scale,
    ruler: { y: RULER, ticks, target: row.target * scale },
    bar,
    enlarged,
    segments,
    strips,
  };
}

function chunkBoxes(chunks: { size: number; run: number }[], width: number, y: number): ChunkBox[] {
  const shown = chunks.length > MOST_CHUNKS ? chunks.slice(0, MOST_CHUNKS - 1) : chunks;
  const more = chunkCount(chunks) - shown.length;
  const total = shown.reduce((sum, c) => sum + c.size, 0) || 1;
  const rest = more > 0 ? Math.max(REST, (3 / (shown.length + 3)) * width) : 0;
  let x = 0;
  const boxes = shown.map((c, index) => {
    const box = { x, y, width: (c.size / total) * (width - rest), height: CHUNK, index, more: 0 };
    x += box.width;
    return box;
  });
  if (more > 0) boxes.push({ x, y, width: width - x, height: CHUNK, index: shown.length, more });
  return boxes;
}
