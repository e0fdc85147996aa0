// Draws the maps of pages on a poster: the pages of each file as a grid of cells, each as full as the page is.
import { limits } from '../../engine/limits';
import type { RelationView } from '../../engine/protocol';
import { count, percent, plural, size } from '../../layout/format';
import { META_LEVEL } from '../../model/tape-words';
import { itemAt, summaryOf, totals } from '../../model/page-words';
import {
  cellOf,
  itemBoxes,
  pageMap,
  tallestAlike,
  type PageMap,
  type Rect,
} from '../../layout/page-map';
import type { FileState } from '../../model/world';
import { heatAt, heatShare, mostTouched } from '../../timeline/page-heat';
import type { Scene } from '../../timeline/scene';
import { fitted } from '../../layout/fitted-text';
import type { Pen } from './svg-pen';

const KINDS = {
  heap: { hue: 'heap', ink: 'heap-4', kind: 'table', item: 'row' },
  sequence: { hue: 'heap', ink: 'heap-4', kind: 'sequence', item: 'row' },
  toast: { hue: 'toast', ink: 'toast-5', kind: 'TOAST table', item: 'chunk' },
  index: { hue: 'index', ink: 'index-4', kind: 'index', item: 'item' },
  toastIndex: { hue: 'index', ink: 'index-4', kind: 'TOAST index', item: 'item' },
} as const;

/** Maps stand in four columns; larger ones take two of them, or all. */
const COLUMNS = 4;
const APART = 16;
/** px above a map for its name and size, and below for its sums. */
const HEAD = 36;
const FOOT = 22;
/** A page this wide shows its items. */
const ITEMS_FROM = 16;
/** In a map with more items than this, pages show sums instead of items: a drawing has to stay small. */
const MOST_ITEMS = 600;
/** A page this wide has a frame. */
const FRAMED_FROM = 9;
/** More marked pages than this are a carpet. */
const MOST_MARKS = 100;

interface Placed {
  relation: RelationView;
  file: FileState;
  x: number;
  line: number;
  width: number;
}

/** Places maps side by side, as the grid of the stage does. */
function placed(relations: readonly RelationView[], scene: Scene, width: number): Placed[] {
  const column = (width - APART * (COLUMNS - 1)) / COLUMNS;
  let [line, used] = [0, 0];
  return relations.flatMap((relation) => {
    const file = scene.files.get(relation.file);
    if (!file) return [];
    const span = file.blocks > 160 ? COLUMNS : file.blocks > 12 ? 2 : 1;
    if (used + span > COLUMNS) [line, used] = [line + 1, 0];
    const x = used * (column + APART);
    used += span;
    return [{ relation, file, x, line, width: span * (column + APART) - APART }];
  });
}

/** Draws maps into a rectangle. */
export function drawPages(
  pen: Pen,
  scene: Scene,
  relations: readonly RelationView[],
  marks: ReadonlyMap<number, ReadonlySet<number>>,
  width: number,
  room: number,
) {
  const maps = placed(relations, scene, width);
  const lines = (maps.at(-1)?.line ?? 0) + 1;
  const tallest = Math.max(24, room / lines - HEAD - FOOT);
  const largest = tallestAlike(
    maps.map(({ file, width: wide }) => ({ pages: file.blocks, width: wide, height: tallest })),
  );
  let y = 0;
  for (let line = 0; line < lines; line++) {
    let tall = 0;
    for (const one of maps.filter((m) => m.line === line)) {
      const map = pageMap(one.file.blocks, one.width, tallest, largest);
      pen.within(one.x, y, 1, () => drawMap(pen, scene, one, map, marks.get(one.relation.oid)));
      tall = Math.max(tall, map.height);
    }
    y += HEAD + tall + FOOT;
    if (y + HEAD + FOOT > room) break;
  }
}

/** Draws the map of one file. */
function drawMap(
  pen: Pen,
  scene: Scene,
  { relation, file, width }: Placed,
  map: PageMap,
  marked: ReadonlySet<number> | undefined,
) {
  const { hue, ink, kind, item } = KINDS[relation.role];
  const name = fitted(relation.name, width - 80, 7.2);
  pen.text(0, 12, name, ink, { mono: true, weight: 600 });
  pen.text(width, 12, kind, 'ink-soft', { size: 11, anchor: 'end' });
  const bytes = file.blocks * limits.blockSize;
  pen.text(0, 27, `${plural(file.blocks, 'page')}, ${size(bytes)}`, 'ink-soft', { size: 11 });
  if (file.blocks === 0) return;
  pen.within(0, HEAD, 1, () => {
    drawCells(pen, file, map, hue);
    drawHeat(pen, scene, relation, map);
    const cells = new Set([...(marked ?? [])].map((block) => block - (block % map.perCell)));
    const frames = [...cells].map((block) => cellOf(map, block));
    if (frames.length <= MOST_MARKS) pen.frames(frames, 'toast-4', map.gap > 1 ? 2 : 1.5);
  });
  const sum = totals(file.pages);
  const dead = sum.deadItems > 0 ? `, ${count(sum.deadItems)} dead` : '';
  const says = `${plural(sum.liveItems, item)}${dead}, ${percent(sum.free / bytes)} free`;
  pen.text(0, HEAD + map.height + 15, says, 'ink-soft', { size: 11 });
}

/** Draws the cells of a map, those of one colour together. */
function drawCells(pen: Pen, file: FileState, map: PageMap, hue: string) {
  const paper: Rect[] = [];
  let itemCount = 0;
  for (const items of file.items.values()) itemCount += items.length / 3;
  const near = map.cell.width >= ITEMS_FROM && itemCount <= MOST_ITEMS;
  const fills = new Map<string, Rect[]>();
  /** Adds a rectangle of a colour. */
  const add = (token: string, box: Rect) => {
    const same = fills.get(token);
    if (same) same.push(box);
    else fills.set(token, [box]);
  };
  for (let block = 0; block < map.pages; block += map.perCell) {
    const cell = cellOf(map, block);
    const page = summaryOf(file.pages, block);
    const scale = cell.height / limits.blockSize;
    const items = near ? file.items.get(block) : undefined;
    paper.push(cell);
    if (page.level === META_LEVEL) add(`${hue}-2`, cell);
    else if (items) {
      add('header', { ...cell, height: Math.max(1, page.overhead * scale) });
      for (const [i, { y, height }] of itemBoxes(items, cell.height).entries()) {
        const state = itemAt(items, i)?.state;
        const token = state === 'live' ? `${hue}-3` : state === 'inserting' ? `${hue}-2` : 'dead';
        const inner = height - (height >= 2.5 ? 0.75 : 0);
        if (height > 0) add(token, { ...cell, y: cell.y + y, height: inner });
      }
    } else {
      // In whole px, so that pages that are nearly as full look alike.
      const live = Math.round(page.live * scale);
      const gone = Math.round(page.dead * scale);
      const bottom = cell.y + cell.height;
      if (live > 0)
        add(page.level > 0 ? `${hue}-2` : `${hue}-3`, { ...cell, y: bottom - live, height: live });
      if (gone > 0) add('dead', { ...cell, y: bottom - live - gone, height: gone });
    }
  }
  if (map.cell.width >= FRAMED_FROM) {
    const inner = paper.map((box) => inset(box, 1));
    pen.cells(paper, map.gap, 'rule-strong');
    pen.cells(inner, map.gap + 2, 'raised');
  } else pen.cells(paper, map.gap, 'raised');
  for (const [token, boxes] of fills) pen.cells(boxes, map.gap, token);
}

/** The rectangle, smaller on each side. */
const inset = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

/** Shades each page by how often the statement touched it, in five steps. */
function drawHeat(pen: Pen, scene: Scene, relation: RelationView, map: PageMap) {
  const { placed: at, log } = scene;
  if (!at || log.end > 0 || log.replay.total > 0) return;
  const most = mostTouched(at);
  const touched = heatAt(at, scene.at).get(relation.file) ?? new Map<number, number>();
  const touches = [...touched].sort(([a], [b]) => a - b);
  const levels = new Map<number, Rect[]>();
  for (const [block, times] of touches) {
    if (block >= map.pages) continue;
    const level = Math.ceil(heatShare(times, most) * 5);
    const cell = cellOf(map, block - (block % map.perCell));
    const boxes = levels.get(level) ?? [];
    boxes.push(cell);
    levels.set(level, boxes);
  }
  for (const [level, boxes] of levels) pen.cells(boxes, map.gap, 'heat', 0.13 * level);
}
