// Curves over sizes, both axes logarithmic: where lines, marks and ticks go.
import { scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { decades, spaced, type Frame, type Tick } from './axis';

export interface CurvePoint {
  /** Its place among its curve's points. */
  index: number;
  size: number;
  value: number;
  x: number;
  y: number;
}

export interface Curve {
  key: string;
  path: string;
  points: CurvePoint[];
}

export interface Range {
  low: number;
  high: number;
}

/** The least and the most of some numbers above 0; one decade when there are none. */
export function rangeOf(values: readonly number[]): Range {
  const usable = values.filter((v) => v > 0);
  if (usable.length === 0) return { low: 1, high: 10 };
  return { low: Math.min(...usable), high: Math.max(...usable) };
}

/** Powers of ten; 2 and 5 times them as well where there would be fewer than three. */
export function logTicks({ low, high }: Range): number[] {
  const tens = decades(low, high, [1]);
  return tens.length >= 3 ? tens : decades(low, high);
}

/** A range with some room, and at least half a decade of it, so that a flat line is seen to be flat. */
const roomy = ({ low, high }: Range): Range =>
  high / low < 3 ? { low: low / 1.8, high: high * 1.8 } : { low: low / 1.25, high: high * 1.25 };

/** Draws series, sizes ascending. The ranges are given, so that charts side by side share their axes. */
export function curves(
  series: readonly { key: string; points: readonly { size: number; value: number }[] }[],
  sizes: Range,
  values: Range,
  frame: Frame,
  words: { size: (n: number) => string; value: (n: number) => string },
): { curves: Curve[]; x: Tick[]; y: Tick[] } {
  const [across, up] = [roomy(sizes), roomy(values)];
  const x = scaleLog([across.low, across.high], [frame.left, frame.width - frame.right]);
  const y = scaleLog([up.low, up.high], [frame.height - frame.bottom, frame.top]);
  const path = line<CurvePoint>(
    (p) => p.x,
    (p) => p.y,
  );
  return {
    curves: series.map(({ key, points }) => {
      const placed = points
        .map(({ size, value }, index) => ({ index, size, value, x: x(size), y: y(value) }))
        .filter((p) => p.value > 0);
      return { key, path: path(placed) ?? '', points: placed };
    }),
    x: spaced(
      logTicks(across).map((n) => ({ at: x(n), text: words.size(n) })),
      48,
    ),
    y: spaced(
      logTicks(up).map((n) => ({ at: y(n), text: words.value(n) })),
      20,
    ),
  };
}

/** The point nearest to a place, and the curve it is on; of two at one place the later curve's. */
export function nearest(
  all: readonly Curve[],
  at: { x: number; y: number },
): { key: string; point: CurvePoint } | null {
  let found: { key: string; point: CurvePoint } | null = null;
  let least = Infinity;
  for (const { key, points } of all) {
    for (const point of points) {
      // Along the axis of sizes first: one reads a chart from below.
      const far = Math.hypot((point.x - at.x) * 2, point.y - at.y);
      if (far <= least) [found, least] = [{ key, point }, far];
    }
  }
  return found;
}
