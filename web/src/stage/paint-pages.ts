// Paints pages on a canvas. Their places come from web/src/layout; here are only colours and strokes.
import { META_LEVEL } from '../model/tape-words';
import { limits } from '../engine/limits';
import { itemBoxes, type PageMap, type Rect } from '../layout/page-map';
import { itemAt, summaryOf } from '../model/page-words';
import { pageOnScreen, viewHeight, visible, type View } from '../layout/map-view';
import type { FileState } from '../model/world';
import { heatShare } from '../timeline/page-heat';
import { sharpness } from '../ui/zoomed-box';
import type { Palette } from './palette';

/** px around the grid, so that frames are not cut off. */
export const MARGIN = 4;
/** A page this wide shows its items, this wide its number; an item this high its number. */
const ITEMS_FROM = 16;
const NUMBER_FROM = 44;
const OFFSET_FROM = 13;
/** Milliseconds that drawing may take at a time, all canvases together; a new share begins a little later. */
const SLICE = 5;
const PAUSE = 6;
let shared = 0;

/** The time at which the drawing that runs now should pause. */
function shareEnd(): number {
  const now = performance.now();
  if (now > shared + PAUSE) shared = now + SLICE;
  return shared;
}

/** What of a canvas is drawn with, so that something else may stand in its place. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'globalAlpha'
  | 'font'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'measureText'
  | 'createPattern'
>;

/** A canvas of pages. What it shows can be drawn once more by another brush: lines and boxes in place of pixels. */
export interface Drawn extends HTMLCanvasElement {
  /** Returns the px that are free around the pages. */
  drawAgain?: (brush: Brush) => number;
}

/** What a map of pages is painted from: the file's pages, their places, the part in view and the colours. */
export interface Subject {
  file: FileState;
  map: PageMap;
  view: View;
  colours: Palette;
}

/** Diagonal strokes for dead rows, so that not only their hue tells them apart. */
const hatches = new Map<string, CanvasPattern | string>();

/** The hatching of what is dead. */
function hatch(context: Brush, colours: Palette): CanvasPattern | string {
  const key = colours.dead + colours.paper;
  const known = hatches.get(key);
  if (known) return known;
  const tile = document.createElement('canvas');
  tile.width = tile.height = 4;
  const t = tile.getContext('2d');
  if (!t) return colours.dead;
  t.fillStyle = colours.paper;
  t.fillRect(0, 0, 4, 4);
  t.strokeStyle = colours.dead;
  t.lineWidth = 1.2;
  t.beginPath();
  for (const d of [-4, 0, 4]) {
    t.moveTo(d, 4);
    t.lineTo(d + 4, 0);
  }
  t.stroke();
  const made = context.createPattern(tile, 'repeat') ?? colours.dead;
  hatches.set(key, made);
  return made;
}

/** Sizes a canvas for a map. Returns whether its size changed, which empties it. */
export function fit(canvas: HTMLCanvasElement, map: PageMap): boolean {
  const ratio = sharpness(canvas);
  const width = Math.ceil((map.width + 2 * MARGIN) * ratio);
  const height = Math.ceil((viewHeight(map) + 2 * MARGIN) * ratio);
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

/** The context of a canvas, scaled to the pixels of the screen, with its origin inside the margin. */
function prepared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  const ratio = sharpness(canvas);
  context?.setTransform(ratio, 0, 0, ratio, MARGIN * ratio, MARGIN * ratio);
  return context;
}

/** Draws one page. */
function drawPage(context: Brush, s: Subject, block: number) {
  const { file, map, view, colours } = s;
  const cell = pageOnScreen(map, view, block - (block % map.perCell));
  const page = summaryOf(file.pages, block);
  const px = cell.height / limits.blockSize;
  context.fillStyle = page.level === META_LEVEL ? colours.soft : colours.paper;
  context.fillRect(cell.x, cell.y, cell.width, cell.height);
  const items = cell.width >= ITEMS_FROM ? file.items.get(block) : undefined;
  if (page.level === META_LEVEL) {
    if (cell.width >= NUMBER_FROM) write(context, 'meta', cell, colours);
  } else if (items) {
    context.fillStyle = colours.header;
    context.fillRect(cell.x, cell.y, cell.width, Math.max(1, page.overhead * px));
    drawItems(context, s, items, cell);
  } else {
    // Tuples fill a page from its end, so free space is above them.
    const live = page.live * px;
    const gone = page.dead * px;
    context.fillStyle = page.level > 0 ? colours.soft : colours.live;
    context.fillRect(cell.x, cell.y + cell.height - live, cell.width, live);
    if (gone > 0) {
      context.fillStyle = hatch(context, colours);
      context.fillRect(cell.x, cell.y + cell.height - live - gone, cell.width, gone);
    }
  }
  if (cell.width >= 9) {
    context.strokeStyle = colours.rule;
    context.lineWidth = 1;
    context.strokeRect(cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1);
  }
  if (cell.width >= NUMBER_FROM && view.k > 1) write(context, String(block), cell, colours);
}

/** Draws the items of a page. */
function drawItems(context: Brush, { colours }: Subject, items: Uint16Array, cell: Rect) {
  for (const [i, box] of itemBoxes(items, cell.height).entries()) {
    if (box.height === 0) continue;
    const state = itemAt(items, i)?.state;
    const y = cell.y + box.y;
    context.fillStyle =
      state === 'live'
        ? colours.live
        : state === 'inserting'
          ? colours.soft
          : hatch(context, colours);
    context.fillRect(cell.x, y, cell.width, box.height - (box.height >= 2.5 ? 0.75 : 0));
    if (box.height >= OFFSET_FROM && cell.width >= NUMBER_FROM) {
      context.fillStyle = colours.ink;
      context.font = '500 12px Inter Variable, sans-serif';
      context.fillText(`item ${i + 1}`, cell.x + 6, y + Math.min(box.height, 20) / 2 + 4);
    }
  }
}

/** Writes a number into a cell's corner. */
function write(context: Brush, text: string, cell: Rect, colours: Palette) {
  context.font = '600 12px Inter Variable, sans-serif';
  const width = context.measureText(text).width + 8;
  context.fillStyle = colours.paper;
  context.fillRect(cell.x + cell.width - width - 2, cell.y + 2, width, 15);
  context.fillStyle = colours.ink;
  context.fillText(text, cell.x + cell.width - width + 2, cell.y + 13);
}

/** Paints these pages again, counted from 0; pages that are out of view are left alone. */
export function paintSome(canvas: HTMLCanvasElement, s: Subject, blocks: Iterable<number>) {
  const context = prepared(canvas);
  if (!context) return;
  const [from, to] = visible(s.map, s.view);
  for (const block of blocks) if (block >= from && block < to) drawPage(context, s, block);
}

/** Paints all pages, in slices over several animation frames if need be. Returns a function that ends it. */
export function paintAll(canvas: Drawn, s: Subject): () => void {
  const context = prepared(canvas);
  if (!context) return () => undefined;
  const [from, to] = visible(s.map, s.view);
  canvas.drawAgain = (brush) => {
    for (let page = from; page < to; page += s.map.perCell) drawPage(brush, s, page);
    return MARGIN;
  };
  let block = from;
  let waiting = 0;
  context.clearRect(-MARGIN, -MARGIN, s.map.width + 2 * MARGIN, viewHeight(s.map) + 2 * MARGIN);
  /** Paints the next pages, as many as there is time for. */
  const slice = () => {
    const end = shareEnd();
    const ratio = sharpness(canvas);
    context.setTransform(ratio, 0, 0, ratio, MARGIN * ratio, MARGIN * ratio);
    for (let n = 0; block < to; block += s.map.perCell) {
      drawPage(context, s, block);
      if (++n % 64 === 0 && performance.now() > end) break;
    }
    if (block < to) waiting = requestAnimationFrame(slice);
  };
  slice();
  return () => cancelAnimationFrame(waiting);
}

/** How often pages were touched, and the most that any page was. */
export interface PageTouches {
  blocks: ReadonlyMap<number, number>;
  most: number;
}

/** How much of the ink lies over a page that was touched most, in front of its items and where it is a mere dot. */
export const INKED = { large: 0.5, small: 0.82 };

/** Shades pages by how often they were touched, and outlines them if there is room. */
function paintHeat(context: Brush, s: Subject, heat: PageTouches) {
  const { map, view, colours } = s;
  const [from, to] = visible(map, view);
  context.fillStyle = context.strokeStyle = colours.heat;
  for (const [block, times] of heat.blocks) {
    if (block < from || block >= to) continue;
    const cell = pageOnScreen(map, view, block - (block % map.perCell));
    const share = heatShare(times, heat.most);
    const large = cell.width >= 9;
    context.globalAlpha = (large ? INKED.large : INKED.small) * share;
    context.fillRect(cell.x, cell.y, cell.width, cell.height);
    if (!large) continue;
    context.globalAlpha = Math.min(1, 0.35 + share);
    context.lineWidth = 1 + share;
    context.strokeRect(cell.x, cell.y, cell.width, cell.height);
  }
  context.globalAlpha = 1;
}

/** A run of bytes on a page; `at` is its first byte, counted from the page's start. */
export interface PageBytes {
  block: number;
  at: number;
  length: number;
}

/** What is painted over the pages: heat, pins, marks, the selected page, highlighted bytes and the cursor. */
export interface Marks {
  heat: PageTouches | null;
  /** Pages pinned by the frame, with how. */
  pins: ReadonlyMap<number, 'hit' | 'read' | 'dirtied' | 'written'>;
  marked: ReadonlySet<number> | undefined;
  selected: number | null;
  /** Bytes of a page that are pointed at. */
  highlighted: readonly PageBytes[];
  cursor: number | null;
}

/** Whether there is nothing to paint above the pages. */
export const isBare = ({ heat, pins, marked, selected, highlighted, cursor }: Marks) =>
  (heat?.blocks.size ?? 0) + pins.size + (marked?.size ?? 0) + highlighted.length === 0 &&
  selected === null &&
  cursor === null;

/** Paints what lies above the pages: pins, the pages of the row, the open page, the cursor. */
export function paintMarks(canvas: Drawn, s: Subject, marks: Marks) {
  const context = prepared(canvas);
  const { map } = s;
  context?.clearRect(-MARGIN, -MARGIN, map.width + 2 * MARGIN, viewHeight(map) + 2 * MARGIN);
  canvas.drawAgain = (brush) => {
    drawMarks(brush, s, marks);
    return MARGIN;
  };
  if (context) drawMarks(context, s, marks);
}

/** Draws the marks: pages that are read, chosen or pointed at. */
function drawMarks(context: Brush, s: Subject, marks: Marks) {
  const { map, view, colours } = s;
  /** Draws a frame around a page's cell. */
  const frame = (block: number, colour: string, width: number) => {
    const cell = pageOnScreen(map, view, block - (block % map.perCell));
    if (cell.y > viewHeight(map) || cell.y + cell.height < 0) return null;
    context.strokeStyle = colour;
    context.lineWidth = width;
    const by = width / 2;
    context.strokeRect(cell.x - by, cell.y - by, cell.width + width, cell.height + width);
    return cell;
  };
  if (marks.heat) paintHeat(context, s, marks.heat);
  const thin = map.gap > 1 || view.k > 2 ? 2.5 : 1.5;
  for (const [block, kind] of marks.pins) {
    const cell = frame(block, colours.ink, thin);
    if (!cell || kind === 'hit') continue;
    // What came from disk, or was changed or written, is inked as well.
    context.globalAlpha = 0.3;
    context.fillStyle = colours.heat;
    context.fillRect(cell.x, cell.y, cell.width, cell.height);
    context.globalAlpha = 1;
  }
  for (const block of marks.marked ?? []) frame(block, colours.mark, map.gap > 1 ? 2 : 1.5);
  if (marks.selected !== null) frame(marks.selected, colours.ink, 2);
  for (const { block, at, length } of marks.highlighted) {
    const cell = frame(block, colours.ink, 2);
    if (!cell || length >= limits.blockSize) continue;
    const px = cell.height / limits.blockSize;
    context.fillStyle = colours.ink;
    context.fillRect(cell.x, cell.y + at * px, cell.width, Math.max(2, length * px));
  }
  if (marks.cursor !== null) frame(marks.cursor, colours.focus, 2);
}
