// The row on stage as bars: to scale against the limit while that is possible, with the longest
// columns shortened, and marked as shortened, when it is not.
import { limits } from '../engine/limits';
import { fetched, type Fetch } from '../model/cast/fetch';
import type { Store } from '../model/cast/store';
import type { ActorValue } from '../model/cast/value';
import type { Rect } from './page-map';
import { rulerMarks, type MarkWords, type RulerMark } from './ruler-marks';

/** A column of the row, or its header, as a bar; its place is in px. */
export interface ColumnBar extends Rect {
  /** The column's number; 0 is the row's header. */
  attribute: number;
  bytes: number;
  state: 'header' | 'plain' | 'compressed' | 'pointer';
  /** Whether it is longer than it is drawn. */
  cut: boolean;
  chosen: boolean;
}

/** A chunk of a value, or several chunks together, as a bar; its place is in px. */
export interface ChunkBar extends Rect {
  seq: number;
  bytes: number;
  /** `stays`: it is there already, for the old row version and for the new one. */
  state: 'waiting' | 'cut' | 'placed' | 'indexed' | 'read' | 'unread' | 'stays';
  tid: { block: number; offset: number } | null;
  /** px that stand for a byte of it. */
  scale: number;
  /** How many chunks it stands for; 1 but for the middle of a long value. */
  chunks: number;
  /** Bytes that a chunk had before, if it is written anew. */
  kept: number;
}

/** Where all parts of a row that is being stored are drawn, in px. */
export interface ActorPicture {
  width: number;
  height: number;
  /** Where TOAST starts and stops, and the ruler's ticks. */
  marks: RulerMark[];
  ticks: { x: number; bytes: number }[];
  bars: ColumnBar[];
  /** Where the row ends. */
  end: number;
  /** The row enlarged, once it is small. */
  lens: ColumnBar[];
  strips: { y: number; value: ActorValue; from: ColumnBar | undefined; chunks: ChunkBar[] }[];
}

const RULER = 24;
const BAR = 40;
const LENS = 18;
const CHUNK = 36;
/** Chunks drawn one by one before the rest is drawn as one. */
const FIRST = 8;
const LAST = 2;
/** px that what stands for many chunks needs for its words. */
const WORDS = 88;
/** The most px of a chunk, where a few have all the width. */
const WIDEST = 300;

/** The length past which columns are drawn shortened, so that all fit. */
function shortened(sizes: number[], room: number): number {
  const sorted = sizes.toSorted((a, b) => a - b);
  let left = room;
  for (const [i, size] of sorted.entries()) {
    const share = left / (sorted.length - i);
    if (size > share) return share;
    left -= size;
  }
  return Infinity;
}

/** px between the row and its chunks, and from one value's chunks to the next; both where there is little room. */
const APART = { plenty: 28, little: 12 };
const STRIPS = { plenty: 76, little: 58 };

/** What the marks on the ruler say. */
const MARKS: MarkWords[] = [
  { start: (bytes) => `limit ${bytes}`, stop: (bytes) => `target ${bytes}` },
  { start: (bytes) => bytes, stop: (bytes) => bytes },
];

/** The picture of the row being stored. With `little` room its parts are closer together. */
export function storePicture(row: Store, width: number, little = false): ActorPicture {
  const apart = little ? APART.little : APART.plenty;
  const pitch = little ? STRIPS.little : STRIPS.plenty;
  const formed = row.header + row.columns.reduce((sum, c) => sum + c.formed, 0);
  const limit = Math.max(row.target, limits.toastTupleThreshold);
  const domain = Math.max(limit * 1.12, Math.min(formed, limit * 5));
  const scale = width / domain;
  const cap = shortened(
    row.columns.map((c) => c.formed),
    domain - row.header,
  );
  let x = 0;
  /** The bar of a column, put after the ones before. */
  const bar = (bytes: number, rest: Pick<ColumnBar, 'attribute' | 'state' | 'chosen'>) => {
    const drawn = Math.min(bytes, cap);
    const box = {
      x,
      y: RULER,
      width: bytes === 0 ? 0 : Math.max(rest.attribute === 0 ? 0 : 6, drawn * scale),
      height: BAR,
      bytes,
      cut: bytes > cap,
      ...rest,
    };
    x += box.width;
    return box;
  };
  const bars = [bar(row.header, { attribute: 0, state: 'header', chosen: false })];
  for (const c of row.columns) {
    const chosen = row.round > 0 && c.attribute === row.chosen;
    bars.push(bar(c.size, { attribute: c.attribute, state: c.state, chosen }));
  }
  // What the narrowest bars got more than they have, the widest gives.
  const excess = x - width;
  const widest = bars.reduce((a, b) => (b.width > a.width ? b : a));
  if (excess > 0 && widest.width > excess) {
    for (const b of bars) if (b.x > widest.x) b.x -= excess;
    widest.width -= excess;
    x -= excess;
  }
  // Room for the row enlarged is kept from the beginning, so that nothing jumps.
  const shrinks = formed > limits.toastTupleThreshold;
  const small = shrinks && x < width * 0.4;
  const top = RULER + BAR + (shrinks && (!little || small) ? LENS + BAR : 0) + apart;
  const lens = small ? enlarged(bars, width, RULER + BAR + LENS) : [];
  /** The bars of a value's chunks, in its line. */
  const lay = (value: ActorValue, i: number, most: number) =>
    chunkBars(value, width, top + i * pitch, 'waiting', value.first, value.chunks - 1, most);
  // Chunks are drawn on the row's scale, all of them on one: where those of one value do not fit, on less.
  const fits = row.values.map((value, i) => lay(value, i, scale).at(-1)?.scale ?? scale);
  const strips = row.values.map((value, i) => ({
    y: top + i * pitch,
    value,
    from: (small ? lens : bars).find((b) => b.attribute === value.attribute),
    chunks: lay(value, i, Math.min(...fits)),
  }));
  const step = domain > 6 * 1024 ? 2048 : 512;
  const ticks = [];
  for (let bytes = 0; bytes <= domain; bytes += step) ticks.push({ x: bytes * scale, bytes });
  const marks = rulerMarks(row.target, width, scale, MARKS);
  const height = top - apart + (strips.length > 0 ? apart - 4 + strips.length * pitch : 8);
  return { width, height, marks, ticks, bars, end: x, lens, strips };
}

/** Stretches bars over the whole width; each becomes wide enough for a word. */
function enlarged(bars: ColumnBar[], width: number, y: number): ColumnBar[] {
  const least = Math.min(64, width / bars.length);
  const all = bars.reduce((sum, b) => sum + b.bytes, 0) || 1;
  const room = width - least * bars.length;
  let x = 0;
  return bars.map((b) => {
    const wide = b.bytes === 0 ? 0 : least + (b.bytes / all) * room;
    const bar = { ...b, x, y, width: wide, cut: false };
    x += wide;
    return bar;
  });
}

/** The chunks from `from` to `to`: the `first` first and `last` last ones single, the many between them as one. */
function folded(from: number, to: number, first: number, last: number) {
  const all = to - from + 1;
  const shown: { seq: number; chunks: number }[] = [];
  for (let seq = from; seq <= to; seq++) {
    if (all > first + last + 1 && seq === from + first) {
      shown.push({ seq, chunks: all - first - last });
      seq = to - last;
    } else shown.push({ seq, chunks: 1 });
  }
  return shown;
}

/**
 * The chunks of a value side by side: those from `first` to `last` one by one, with one bar for many in the
 * middle, and one bar each for those before and after. A byte has at most `most` px.
 */
export function chunkBars(
  value: ActorValue,
  width: number,
  y: number,
  before: 'waiting' | 'unread',
  first: number,
  last: number,
  most?: number,
): ChunkBar[] {
  const all = value.chunks;
  const shown = [
    ...(first > 0 ? folded(0, first - 1, first > 2 ? 0 : 2, 0) : []),
    ...folded(first, last, FIRST, LAST),
    ...(last < all - 1 ? folded(last + 1, all - 1, all - 1 - last > 2 ? 0 : 2, 0) : []),
  ];
  const head = limits.toastMaxChunkSize - value.full;
  const single = new Map(value.singleChunks.map((t) => [t.seq, t]));
  /** The size of a chunk, as it was told or as it must be. */
  const sizeOf = (seq: number) =>
    single.get(seq)?.size ??
    (value.full > 0 ? Math.min(value.full, value.size - seq * value.full) + head : 0);
  const many = 2.5 * limits.toastMaxChunkSize;
  /** How wide a chunk wants to be. */
  const weight = (c: { seq: number; chunks: number }) =>
    c.chunks > 1
      ? many
      : Math.max(
          value.full > 0 ? sizeOf(c.seq) : limits.toastMaxChunkSize,
          limits.toastMaxChunkSize / 4,
        );
  const gap = 4;
  const total = shown.reduce((sum, c) => sum + weight(c), 0) || 1;
  const folds = shown.filter((c) => c.chunks > 1).length;
  const units = shown.length + folds;
  const wide = most === undefined ? Math.min(width, Math.max(160, units * WIDEST)) : width;
  const room = wide - gap * (shown.length - 1);
  // Where many chunks share little room, the one that stands for them has words to carry: the others are narrower.
  const even = Math.min(most ?? Infinity, room / total);
  const short = folds > 0 && many * even < WORDS && 2 * folds * WORDS < room;
  const scale = short ? Math.min(even, (room - folds * WORDS) / (total - folds * many || 1)) : even;
  const reached = value.singleChunks.at(-1)?.seq ?? -1;
  let x = 0;
  return shown.map((c) => {
    const one = c.chunks === 1 ? single.get(c.seq) : undefined;
    const end = c.seq + c.chunks - 1;
    const passed = c.chunks > 1 && (reached > end || value.done);
    const wanted = end >= first && c.seq <= last;
    const rest = before === 'waiting' && c.seq < value.first ? 'stays' : before;
    const box: ChunkBar = {
      x,
      y,
      width: short && c.chunks > 1 ? WORDS : weight(c) * scale,
      scale,
      height: CHUNK,
      seq: c.seq,
      bytes: c.chunks > 1 ? c.chunks * limits.toastMaxChunkSize : sizeOf(c.seq),
      state: one?.state ?? (passed && wanted ? (before === 'unread' ? 'read' : 'indexed') : rest),
      tid: one?.tid ?? null,
      chunks: c.chunks,
      kept: c.seq === value.first && value.kept > 0 ? value.kept + head : 0,
    };
    x += box.width + gap;
    return box;
  });
}

/** Where all parts of a value that is being read are drawn, in px. */
export interface FetchPicture {
  width: number;
  height: number;
  pointer: Rect;
  chunks: ChunkBar[];
  /** The value in memory: what was stored, what it became, and the slice. */
  stored: Rect;
  plain: Rect;
  slice: Rect | null;
  /** Differences laid over the value in memory, where their places are known. */
  patches: (Rect & { at: number; bytes: number })[];
}

/**
 * The picture of a value being read back, from bottom to top. With `little` room its parts are closer together.
 */
export function fetchPicture(actor: Fetch, width: number, little = false): FetchPicture {
  const y = little ? 52 : 64;
  const chunks = chunkBars(actor.value, width, y, 'unread', actor.first, actor.last);
  const end = chunks.at(-1);
  const reach = end ? end.x + end.width : width;
  const bottom = y + CHUNK + (little ? 30 : 52);
  const got = fetched(actor);
  const most = Math.max(actor.raw, actor.value.size, 1);
  // Where the pointer does not say how many bytes there are, chunks are counted.
  const wanted = actor.last - actor.first + 1;
  const share =
    actor.value.size > 0 ? Math.min(got, most) / most : actor.value.singleChunks.length / wanted;
  const stored = {
    x: 0,
    y: bottom,
    width: Math.max(got > 0 ? 2 : 0, share * reach),
    height: 22,
  };
  const plain = { x: 0, y: bottom, width: (actor.plain / most) * reach, height: 22 };
  const slice = actor.slice && {
    x: (actor.slice.offset / most) * reach,
    y: bottom - 4,
    width: Math.max(3, (actor.slice.length / most) * reach),
    height: 30,
  };
  const patches = actor.applied
    .filter((d) => !d.element && actor.raw > 0)
    .map((d) => ({
      x: Math.min(reach - 4, (d.at / most) * reach),
      y: bottom - 4,
      width: Math.max(4, (d.length / most) * reach),
      height: 30,
      at: d.at,
      bytes: d.length,
    }));
  return {
    width,
    height: bottom + (slice || patches.length > 0 || actor.applied.length > 0 ? 48 : 26),
    pointer: { x: 0, y: 0, width: 96, height: 34 },
    chunks,
    stored,
    plain,
    slice,
    patches,
  };
}
