// Lays out curves over sizes, with logarithmic axes: lines, marks and ticks.
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { separateLines } from './overlapping-lines';
import { decades, spaced, type Frame, type Tick } from './axis';

/** A point of a curve: its size and value, and where it is drawn in px. */
export interface CurvePoint {
  /** Its place among its curve's points. */
  index: number;
  size: number;
  value: number;
  x: number;
  y: number;
}

/** A curve as an SVG path, with the points that it goes through. */
export interface Curve {
  key: string;
  path: string;
  points: CurvePoint[];
}

/** The lowest and the highest value of an axis. */
export interface Range {
  low: number;
  high: number;
}

/** The least and the greatest of positive numbers; one decade if there are none. */
export function rangeOf(values: readonly number[]): Range {
  const usable = values.filter((v) => v > 0);
  if (usable.length === 0) return { low: 1, high: 10 };
  return { low: Math.min(...usable), high: Math.max(...usable) };
}

/** Powers of ten in a range; also 2 and 5 times them if there would be fewer than three. */
export function logTicks({ low, high }: Range): number[] {
  const tens = decades(low, high, [1]);
  return tens.length >= 3 ? tens : decades(low, high);
}

/** A range with some room, and at least half a decade of it, so that a flat line is seen to be flat. */
const roomy = ({ low, high }: Range): Range =>
  high / low < 3 ? { low: low / 1.8, high: high * 1.8 } : { low: low / 1.25, high: high * 1.25 };

/** Px between lines that lie on each other. */
export const APART = 4;

/** How an axis of values goes: by the logarithm, unless its ticks are whole numbers that are counted one by one. */
export interface Values {
  whole?: boolean;
}

/**
 * The vertical axis of values: the function from a value to px, and the ticks. `whole`: values are whole
 * numbers, and the axis is linear.
 */
function upward(values: Range, frame: Frame, whole: boolean) {
  const room: [number, number] = [frame.height - frame.bottom, frame.top];
  if (!whole) {
    const { low, high } = roomy(values);
    return { y: scaleLog([low, high], room), ticks: logTicks({ low, high }) };
  }
  const [low, high] = [Math.floor(values.low), Math.ceil(values.high)];
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return { y: scaleLinear([low - 0.5, high + 0.5], room), ticks };
}

/** Lays out series, sizes ascending. The ranges are given, so that charts side by side have the same axes. */
export function curves(
  series: readonly { key: string; points: readonly { size: number; value: number }[] }[],
  sizes: Range,
  values: Range,
  frame: Frame,
  words: { size: (n: number) => string; value: (n: number) => string },
  { whole = false }: Values = {},
): {
  curves: Curve[];
  x: Tick[];
  y: Tick[];
  /** Whether lines that lie on each other were moved. */
  moved: boolean;
} {
  const across = roomy(sizes);
  const x = scaleLog([across.low, across.high], [frame.left, frame.width - frame.right]);
  const { y, ticks } = upward(values, frame, whole);
  const path = line<CurvePoint>(
    (p) => p.x,
    (p) => p.y,
  );
  const straight = series.map(({ points }) =>
    points
      .map(({ size, value }, index) => ({ index, size, value, x: x(size), y: y(value) }))
      .filter((p) => p.value > 0),
  );
  // On whole numbers lines lie on each other for long: each keeps its own height beside them.
  /** By how many pixels a line is moved up or down, counted from the middle line. */
  const shift = (line: number) => (line - (series.length - 1) / 2) * APART;
  const placed = whole
    ? straight.map((points, line) => points.map((p) => ({ ...p, y: p.y + shift(line) })))
    : separateLines(straight, APART);
  const moved = placed.some((points, line) =>
    points.some((p, i) => Math.abs(p.y - (straight[line]?.[i]?.y ?? p.y)) > 0.5),
  );
  return {
    moved,
    curves: series.map(({ key }, i) => ({
      key,
      path: path(placed[i] ?? []) ?? '',
      points: placed[i] ?? [],
    })),
    x: spaced(
      logTicks(across).map((n) => ({ at: x(n), text: words.size(n) })),
      48,
    ),
    y: spaced(
      ticks.map((n) => ({ at: y(n), text: words.value(n) })),
      20,
    ),
  };
}

/**
 * The point nearest to a position, where px across count twice, and its curve; of equally near ones the later. Null without
 * points.
 */
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
