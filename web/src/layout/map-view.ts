// The view of a map of pages: how much it is enlarged, and which part of it is in view.
import { cellOf, type PageMap, type Rect } from './page-map';

/** `k` times enlarged; `x` and `y` of the map, enlarged, are at the upper left corner. */
export interface View {
  k: number;
  x: number;
  y: number;
}

export const WHOLE_MAP: View = { k: 1, x: 0, y: 0 };

/** A page enlarged to this height shows its line pointers. */
const CLOSEST = 900;

/** The height in px at which a map is drawn: its own, up to `tallest`. */
export const viewHeight = (map: PageMap) => Math.min(map.tallest, map.height);

/** How far a map can be enlarged, as a factor. */
export const closest = (map: PageMap) => Math.max(1, CLOSEST / map.cell.height);

/** The view with its factor and position limited to what the map has. */
export function bounded(map: PageMap, view: View): View {
  const k = Math.max(1, Math.min(closest(map), view.k));
  /** How far the view can be moved. */
  const most = (size: number, seen: number) => Math.max(0, size * k - seen);
  return {
    k,
    x: Math.max(0, Math.min(most(map.width, map.width), view.x)),
    y: Math.max(0, Math.min(most(map.height, viewHeight(map)), view.y)),
  };
}

/** The view enlarged by a factor around the point (`px`, `py`) under the pointer. */
export function zoomed(map: PageMap, view: View, by: number, px: number, py: number): View {
  const k = Math.max(1, Math.min(closest(map), view.k * by));
  const f = k / view.k;
  return bounded(map, { k, x: (view.x + px) * f - px, y: (view.y + py) * f - py });
}

/** The view at enlargement `k` that has a page in its middle. */
export function around(map: PageMap, block: number, k: number): View {
  const cell = cellOf(map, block);
  const x = (cell.x + cell.width / 2) * k - map.width / 2;
  const y = (cell.y + cell.height / 2) * k - viewHeight(map) / 2;
  return bounded(map, { k, x, y });
}

/** The view at a share of the way from one to another; its size changes evenly to the eye. */
export function between(a: View, b: View, share: number): View {
  if (share >= 1) return b;
  const k = a.k * (b.k / a.k) ** share;
  /** A coordinate of the map's point at the corner, which moves on a straight line. */
  const moved = (from: number, to: number) => from + (to - from) * share;
  return { k, x: moved(a.x / a.k, b.x / b.k) * k, y: moved(a.y / a.k, b.y / b.k) * k };
}

/** The rectangle of a page on screen, in px. */
export function pageOnScreen(map: PageMap, view: View, block: number): Rect {
  const cell = cellOf(map, block);
  return {
    x: cell.x * view.k - view.x,
    y: cell.y * view.k - view.y,
    width: cell.width * view.k,
    height: cell.height * view.k,
  };
}

/** The first page that may be on screen, and the one after the last. */
export function visible(map: PageMap, view: View): [number, number] {
  const pitch = (map.cell.height + map.gap) * view.k;
  const from = Math.max(0, Math.floor(view.y / pitch));
  const to = Math.ceil((view.y + viewHeight(map)) / pitch);
  const perRow = map.columns * map.perCell;
  return [from * perRow, Math.min(map.pages, to * perRow)];
}
