// The colour and mark of each series of a chart, by its place among them.
import {
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';

const LOOKS = [
  ['var(--series-1)', symbolCircle, undefined],
  ['var(--series-2)', symbolSquare, '7 3'],
  ['var(--series-3)', symbolTriangle, '2 3'],
  ['var(--series-4)', symbolDiamond, '9 3 2 3'],
  ['var(--series-6)', symbolWye, '4 2'],
] as const;

/** How a series is drawn: its colour, its dashes and its mark. */
export interface SeriesStyle {
  colour: string;
  /** How its line is broken, so that it is not told by its hue alone; not at all. */
  dash: string | undefined;
  /** Its mark around 0, 0. */
  mark: string;
}

/** Square px of a mark. */
const AREA = 52;

/** The colour and mark of the series at this index. */
export function styleOf(place: number): SeriesStyle {
  const [colour, shape, dash] = LOOKS[place % LOOKS.length] ?? LOOKS[0];
  return { colour, dash, mark: symbol(shape, AREA)() ?? '' };
}
