// The manners in which a stage of some size can be drawn, the best first: large before small, all parts before fewer,
// and the pages below the other parts before beside them.

/** One way to draw the stage in the space that there is. */
export interface Manner {
  /** How many times as large as on a small screen. */
  zoom: number;
  /**
   * What is left out: 0 nothing; `BAREST` maps that the sentence does not name; `ONE` the pages while the sentence is
   * about a row alone; `ALONE` the pages while it is about a row at all, and the row while it is not.
   */
  dense: number;
  /** Whether the pages stand beside the other parts, and not below them. */
  beside: boolean;
  /** Whether a row that is alone keeps the way down its index. */
  tree?: true;
}

export const BAREST = 4;
export const ONE = 5;
export const ALONE = 6;
/** px of a stage on a small screen: what is larger is drawn larger. A part alone is a few numbers. */
const SMALL = { width: 720, height: 440 };
const FEW = { width: 480, height: 120 };
/** px that one part of several needs, which is alone for a while. */
const SINGLE = { width: 400, height: 280 };
const MOST = 3.5;
/** From one size to the next smaller one. */
const STEP = 0.88;
/** px of a stage, as it is laid out, that has room for two columns. */
const WIDE = 800;
/** px of a stage that is as small as a frame in another page's column: it has one part at a time. */
const COLUMN = { width: 760, height: 400 };

/** What a stage has to draw, as far as the choice of manners depends on it. */
export interface Parts {
  two?: boolean;
  alone?: boolean;
  frameShown?: boolean;
}

/** How many times as large a stage can be drawn as one of the size `from`, the largest first; 1 is the last. */
function zooms(width: number, height: number, from: { width: number; height: number }): number[] {
  const most = Math.max(1, Math.min(MOST, width / from.width, height / from.height));
  const sizes: number[] = [];
  for (let zoom = most; zoom > 1.04; zoom *= STEP) sizes.push(Math.round(zoom * 100) / 100);
  return [...sizes, 1];
}

/**
 * The manners in which a stage of this size can be drawn. `two`: there are pages and something else; `alone`:
 * one part, which is small; `frameShown`: a frame of a statement is shown, not its end, so that one part at a time is possible.
 */
export function manners(
  width: number,
  height: number,
  { two = false, alone = false, frameShown = false }: Parts = {},
): Manner[] {
  const sizes = zooms(width, height, alone ? FEW : SMALL);
  /** The manners of a zoom: the pages below, and beside where there is room. */
  const mannersOf = (zoom: number, dense: number): Manner[] => {
    const wide = two && width / zoom >= WIDE;
    return [{ zoom, dense, beside: false }, ...(wide ? [{ zoom, dense, beside: true }] : [])];
  };
  const large = sizes.flatMap((zoom) => [...mannersOf(zoom, 0), ...mannersOf(zoom, 1)]);
  const bare = [2, 3, BAREST].flatMap((dense) => mannersOf(1, dense));
  const small = width < COLUMN.width || height < COLUMN.height;
  const single = zooms(width, height, SINGLE);
  const one: Manner[] = [
    ...single.map((zoom) => ({ zoom, dense: ONE, beside: false, tree: true }) as const),
    ...single.map((zoom) => ({ zoom, dense: ONE, beside: false })),
  ];
  const last = { zoom: 1, dense: ALONE, beside: false };
  if (!frameShown) return small ? [...large, ...bare, ...one] : [...large, ...bare];
  return small ? [...large, ...one, last] : [...large, ...bare, ...one.slice(-1), last];
}
