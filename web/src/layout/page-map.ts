// Where each page of a relation is drawn: a grid of cells, larger the fewer pages there are.
import { limits } from '../engine/limits';
import { itemAt, itemCount } from '../model/page-words';

/** The grid in which the pages of a relation are drawn. Sizes are in px. */
export interface PageMap {
  /** Pages drawn. */
  pages: number;
  /** Pages that share a cell; 1 until there are very many. */
  perCell: number;
  columns: number;
  rows: number;
  /** Size of a cell without its gap, in px. */
  cell: { width: number; height: number };
  gap: number;
  width: number;
  height: number;
  /** How tall it is drawn at most, in px: a taller one is looked at in parts. */
  tallest: number;
}

/** A rectangle in px, from its left upper corner. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Up to this many pages: width, height and gap of a cell. A page keeps the shape of paper. */
type Size = readonly [upTo: number, width: number, height: number, gap: number];
const SIZES: readonly [Size, ...Size[]] = [
  [3, 64, 84, 8],
  [12, 38, 50, 6],
  [48, 26, 34, 4],
  [160, 18, 24, 3],
  [640, 10, 13, 2],
  [4_000, 6, 8, 1],
  [20_000, 4, 5, 1],
  [Infinity, 3, 4, 0],
];
const MOST_CELLS = 60_000;
/** How tall a map is drawn at most, in px, where the caller does not say; a taller one is looked at in parts. */
const TALLEST = 320;
/** The shape of paper: its width for its height. Where there is room a page is as tall as this, in px. */
const PAPER = 64 / 84;
const LARGEST = 210;
/** From one height of a cell to the next that is tried. */
const SMALLER = 0.95;
/** The gap between cells that are so tall at least, in px. */
const GAPS = [
  [84, 8],
  [50, 6],
  [34, 4],
  [24, 3],
  [13, 2],
  [5, 1],
] as const;

/** How many px of a cell's height are a gap beside it. */
const gapOf = (height: number) => GAPS.find(([least]) => height >= least)?.[1] ?? 0;

/** How many cells fit into the width. */
const columnsIn = (width: number, cell: number, gap: number) =>
  Math.max(1, Math.floor((width + gap) / (cell + gap)));

/**
 * The largest cell, up to `largest`, of which `cells` fit into `width` by `height` px; null if even a tiny one
 * does not.
 */
function fitting(cells: number, width: number, height: number, largest: number) {
  for (let tall = Math.min(LARGEST, largest, height); tall >= 4; tall *= SMALLER) {
    const h = Math.floor(tall);
    const w = Math.max(3, Math.floor(h * PAPER));
    const gap = gapOf(h);
    const rows = Math.ceil(cells / columnsIn(width, w, gap));
    if (w <= width && rows * (h + gap) - gap <= height) return { width: w, height: h, gap };
  }
  return null;
}

/** Up to this many pages a map shows each as a page, and not as one of many. */
export const FEW = 12;

/** The greatest height of a page in a map with this many pages and this room. */
export const tallestPage = (pages: number, width: number, height: number): number =>
  fitting(Math.max(1, pages), width, height, LARGEST)?.height ?? 4;

/** The greatest height at which the pages of several small maps, each in its room, have one size. */
export const tallestAlike = (maps: readonly { pages: number; width: number; height: number }[]) =>
  maps
    .filter(({ pages }) => pages <= FEW)
    .reduce((least, m) => Math.min(least, tallestPage(m.pages, m.width, m.height)), Infinity);

/**
 * Lays out pages in a map of this width. Without `tallest` the map is as high as it needs; with it, it is at
 * most so high, and pages are as large as fit, up to `largest`. `coming` is how many pages there will be soon:
 * room is kept for them, so that pages do not shrink each time one is added.
 */
export function pageMap(
  pages: number,
  width: number,
  tallest = Infinity,
  largest = Infinity,
  coming = pages,
): PageMap {
  if (!Number.isFinite(tallest)) {
    const perCell = Math.max(1, Math.ceil(pages / MOST_CELLS));
    const [, w, h, gap] = SIZES.find(([upTo]) => pages <= upTo) ?? [0, 3, 4, 0];
    return mapWithCell(pages, perCell, width, { width: w, height: h, gap }, TALLEST);
  }
  const room = Math.max(pages, coming);
  const fits = fitting(room, width, tallest, largest);
  if (fits) return mapWithCell(pages, 1, width, fits, tallest);
  const cells = Math.floor(width / 3) * Math.max(1, Math.floor(tallest / 4));
  const perCell = Math.max(1, Math.ceil(room / Math.max(1, cells)));
  return mapWithCell(pages, perCell, width, { width: 3, height: 4, gap: 0 }, tallest);
}

/** A map with cells of this size. */
function mapWithCell(
  pages: number,
  perCell: number,
  width: number,
  { gap, ...cell }: { width: number; height: number; gap: number },
  tallest: number,
): PageMap {
  const columns = columnsIn(width, cell.width, gap);
  const rows = Math.ceil(Math.ceil(pages / perCell) / columns);
  const height = Math.max(0, rows * (cell.height + gap) - gap);
  return { pages, perCell, columns, rows, cell, gap, width, height, tallest };
}

/**
 * For how many pages room is kept while a map grows to `last` pages: in few steps, so that it is laid out again
 * only a few times.
 */
export function roomFor(pages: number, last: number): number {
  const [upTo] = SIZES.find(([most]) => pages <= most) ?? SIZES[0];
  return Math.max(pages, Math.min(upTo, last));
}

/** The rectangle in px of a page's cell; pages that share a cell have the same one. */
export function cellOf(map: PageMap, block: number): Rect {
  const cell = Math.floor(block / map.perCell);
  const column = cell % map.columns;
  const row = Math.floor(cell / map.columns);
  return {
    x: column * (map.cell.width + map.gap),
    y: row * (map.cell.height + map.gap),
    width: map.cell.width,
    height: map.cell.height,
  };
}

/**
 * The page at a point in px, counted from 0, of several in a cell the first; null if there is none. A gap belongs to the
 * page before it.
 */
export function pageAt(map: PageMap, x: number, y: number): number | null {
  const column = Math.floor(x / (map.cell.width + map.gap));
  const row = Math.floor(y / (map.cell.height + map.gap));
  if (column < 0 || row < 0 || column >= map.columns) return null;
  const block = (row * map.columns + column) * map.perCell;
  return block < map.pages ? block : null;
}

/**
 * The page to which a key leads from this one: an arrow, Home, End, PageUp or PageDown; this one where an arrow would
 * leave the map. Null for any other key.
 */
export function pageTowards(map: PageMap, block: number, key: string): number | null {
  const step: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -map.columns,
    ArrowDown: map.columns,
    PageUp: -10 * map.columns,
    PageDown: 10 * map.columns,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return map.pages - 1;
  const by = step[key];
  if (by === undefined) return null;
  const to = block + by * map.perCell;
  if (Math.abs(by) > map.columns) return Math.max(0, Math.min(map.pages - 1, to));
  return to >= 0 && to < map.pages ? to : block;
}

/** px that an item is high at least, where there is room, so that two short rows are seen to be two. */
const LEAST = 3;
/** The share of a page that items may take which are drawn higher than they are. */
const STRETCHED = 0.5;

/** The boxes of a page's items, on a page `height` px high: to scale, but thick enough to be seen. */
export function itemBoxes(items: Uint16Array, height: number): { y: number; height: number }[] {
  const px = height / limits.blockSize;
  const n = itemCount(items);
  const least = Math.min(LEAST, (height * STRETCHED) / n);
  const boxes = Array.from({ length: n }, (_, i) => {
    const { at = 0, length = 0 } = itemAt(items, i) ?? {};
    return { y: at * px, height: length > 0 ? Math.max(length * px, least) : 0 };
  });
  if (least < 1) return boxes;
  // From the page's end, where the first ones are, none covers the one below.
  let floor = height;
  const order = boxes.map((_, i) => i).sort((a, b) => (boxes[b]?.y ?? 0) - (boxes[a]?.y ?? 0));
  for (const i of order) {
    const box = boxes[i];
    if (!box || box.height === 0) continue;
    box.y = Math.min(box.y, floor - box.height);
    floor = box.y;
  }
  return boxes;
}
