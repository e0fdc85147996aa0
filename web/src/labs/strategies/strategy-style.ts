// Each strategy's colour, mark and dashes, so that a line is not told by its hue alone.
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
  ['var(--heap-4)', symbolSquare],
  ['var(--heap-5)', symbolTriangle],
  ['var(--index-4)', symbolDiamond],
  ['var(--index-5)', symbolCross],
  ['var(--wal-4)', symbolWye],
  ['var(--wal-5)', symbolSquare2],
  ['var(--toast-4)', symbolStar],
  ['var(--toast-5)', symbolDiamond2],
];

const DASHES = [undefined, '7 3', '2 3', '9 3 2 3'] as const;

/** How a strategy's line and marks are drawn. */
export interface StrategyStyle {
  colour: string;
  /** How its line is broken; not at all. */
  dash: string | undefined;
  /** Its mark around 0, 0; `area` in square px. */
  mark: (area: number) => string;
}

const looks = new Map(
  STRATEGIES.map(({ id }, i): [string, StrategyStyle] => {
    const [colour, shape] = LOOKS[i % LOOKS.length] ?? ['var(--ink)', symbolCircle];
    return [
      id,
      { colour, dash: DASHES[i % DASHES.length], mark: (area) => symbol(shape, area)() ?? '' },
    ];
  }),
);

/** The colour, mark and dashes of a strategy. Throws for a name that there is not. */
export function styleOf(strategy: string): StrategyStyle {
  const look = looks.get(strategy);
  if (!look) throw new Error(`no strategy ${strategy}`);
  return look;
}
