// Each strategy's colour, mark and width. Later ones are drawn over earlier ones and are thinner, so that
// curves at one place are seen inside each other.
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolDiamond2,
  symbolSquare,
  symbolSquare2,
  symbolStar,
  symbolTriangle,
  symbolWye,
  type SymbolType,
} from 'd3-shape';
import { STRATEGIES } from './strategies';

const LOOKS: readonly (readonly [string, SymbolType])[] = [
  ['var(--ink-soft)', symbolCircle],
  ['var(--heap-3)', symbolSquare],
  ['var(--heap-5)', symbolTriangle],
  ['var(--index-3)', symbolDiamond],
  ['var(--index-5)', symbolCross],
  ['var(--wal-3)', symbolWye],
  ['var(--wal-5)', symbolSquare2],
  ['var(--toast-3)', symbolStar],
  ['var(--toast-5)', symbolDiamond2],
];

export interface Look {
  colour: string;
  width: number;
  /** Its mark around 0, 0; `area` in square px. */
  mark: (area: number) => string;
}

const looks = new Map(
  STRATEGIES.map(({ id }, i): [string, Look] => {
    const [colour, shape] = LOOKS[i % LOOKS.length] ?? ['var(--ink)', symbolCircle];
    const width = 6 - (i * 4.5) / (STRATEGIES.length - 1);
    return [id, { colour, width, mark: (area) => symbol(shape, area)() ?? '' }];
  }),
);

export function lookOf(strategy: string): Look {
  const look = looks.get(strategy);
  if (!look) throw new Error(`no strategy ${strategy}`);
  return look;
}
