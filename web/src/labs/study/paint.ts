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
  ['var(--series-1)', symbolCircle],
  ['var(--series-2)', symbolSquare],
  ['var(--series-3)', symbolTriangle],
  ['var(--series-4)', symbolDiamond],
  ['var(--series-6)', symbolWye],
] as const;

export interface Look {
  colour: string;
  /** Its mark around 0, 0. */
  mark: string;
}

/** Square px of a mark. */
const AREA = 52;

export function lookOf(place: number): Look {
  const [colour, shape] = LOOKS[place % LOOKS.length] ?? LOOKS[0];
  return { colour, mark: symbol(shape, AREA)() ?? '' };
}
