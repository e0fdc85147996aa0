// Each program's colour and shape, the same in the chart and the tables. Shapes tell what hues cannot.
import {
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
  type SymbolType,
} from 'd3-shape';
import type { Method } from '../../engine/archive/protocol';

export const COLOUR: Record<Method, string> = {
  gzip: 'var(--series-2)',
  bzip2: 'var(--series-3)',
  xz: 'var(--series-1)',
  '7z': 'var(--series-5)',
  zstd: 'var(--series-4)',
  lz4: 'var(--series-6)',
};

const SHAPE: Record<Method, SymbolType> = {
  gzip: symbolCircle,
  bzip2: symbolSquare,
  xz: symbolDiamond,
  '7z': symbolTriangle,
  zstd: symbolStar,
  lz4: symbolWye,
};

/** A program's mark as an SVG path around 0, 0; `area` is its size in square px. */
export const markOf = (method: Method, area = 64) => symbol(SHAPE[method], area)() ?? '';
