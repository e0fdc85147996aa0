// The geometry of a chart: from a table that psql printed to points, ticks and paths.
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import type { Tick } from '../layout/axis';
import type { Chart } from './format';
import type { Results } from './psql-output';
import type { Point } from './sketch';

export const SIZE = { width: 480, height: 216, left: 56, right: 16, top: 16, bottom: 40 } as const;

/** px of a chart's type, and the least that it is drawn in where there is little room. */
const [TYPE, LEAST_TYPE] = [12, 11];

/** The size of its type, as it is laid out, when the chart is drawn so many px wide. */
export const typeSize = (drawn: number) =>
  Math.max(TYPE, (LEAST_TYPE * SIZE.width) / Math.max(1, drawn));

/** A line of the chart: its label, its SVG path, and its points in px with their words. */
export interface Series {
  label: string;
  path: string;
  points: { x: number; y: number; said: string }[];
}

/** A chart as it is drawn: paths and places in px. */
export interface Drawing {
  series: Series[];
  /** What was drawn as a guess. */
  drawn: string;
  xTicks: Tick[];
  yTicks: Tick[];
  diagonal: string;
  /** Where the diagonal's name stands, below it. */
  diagonalName: { x: number; y: number };
}

/** A column that no table has: buffers hit, a plan for each row. */
const HIT = 'hit';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const full = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
/** A number as the label of a tick: 12,345 is `12.3K`; 0.0012 stays. */
export const tickText = (n: number) => (n !== 0 && Math.abs(n) < 1 ? small : compact).format(n);
/** A number as the chart's points have it. */
const pointText = (n: number) => (Math.abs(n) < 1 ? small : full).format(n);

/**
 * The points of a chart, read from the results; null if no table has its columns. `hit` reads the buffers of
 * each plan.
 */
export function numbersOf(chart: Chart, { tables, plans }: Results) {
  const columns = [chart.x, ...chart.y].map((axis) => axis.column).filter((name) => name !== HIT);
  const table = tables.findLast((t) => columns.every((c) => t.columns.includes(c)));
  if (!table) return null;
  /** The numbers of a column. */
  const column = (name: string) => {
    if (name === HIT) return plans.slice(-table.rows.length).map((plan) => plan.buffers.hit);
    const i = table.columns.indexOf(name);
    return table.rows.map((row) => (row[i] === '' ? NaN : Number(row[i])));
  };
  const ys = chart.y.map((y) => ({ label: y.label, ys: column(y.column) }));
  return { xs: column(chart.x.column), all: ys };
}

/** Lays out a chart, with the line that a reader drew as a guess; null with less than two points. */
export function draw(chart: Chart, results: Results, guess: readonly Point[] = []): Drawing | null {
  const numbers = numbersOf(chart, results);
  if (!numbers) return null;
  const { xs, all } = numbers;
  /** Whether a number can be drawn. */
  const usable = (n: number) => Number.isFinite(n) && (!chart.log || n > 0);
  const known = xs.filter(usable);
  const heights = all.flatMap((s) => s.ys).filter(usable);
  if (known.length < 2 || heights.length < 2) return null;

  /** The scale of an axis. */
  const scale = (values: number[], from: number, to: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const made = chart.log
      ? scaleLog().domain([low, high]).nice()
      : scaleLinear().domain([0, high]).nice(6);
    return made.range([from, to]);
  };
  const { width, height, left, right, top, bottom } = SIZE;
  const x = scale([...known, ...guess.map((p) => p.x)], left, width - right);
  const y = scale([...heights, ...guess.map((p) => p.y)], height - bottom, top);
  /** The ticks of an axis. */
  const ticks = (axis: typeof x, count: number): Tick[] => {
    const values = chart.log ? axis.ticks().filter(isPowerOfTen) : axis.ticks(count);
    return values.map((v) => ({ at: axis(v), text: tickText(v) }));
  };
  const trace = line<[number, number]>(
    (d) => d[0],
    (d) => d[1],
  );
  const series = all.map(({ label, ys }) => {
    const pairs = xs
      .map((vx, i) => [vx, ys[i] ?? NaN] as const)
      .filter((p) => p.every(usable))
      .toSorted((a, b) => a[0] - b[0]);
    return {
      label,
      path: trace(pairs.map(([vx, vy]) => [x(vx), y(vy)])) ?? '',
      points: pairs.map(([vx, vy]) => ({
        x: x(vx),
        y: y(vy),
        said: `${pointText(vx)} ${chart.x.label}: ${pointText(vy)} ${label}`,
      })),
    };
  });
  const [x0 = 0, x1 = 0] = x.domain();
  const [y0 = 0, y1 = 0] = y.domain();
  const ends = [Math.max(x0, y0), Math.min(x1, y1)] as const;
  const [from, to] = ends.map((v) => ({ x: x(v), y: y(v) }));
  /** A place between the two ends. */
  const along = (share: number, axis: 'x' | 'y') =>
    (from?.[axis] ?? 0) + ((to?.[axis] ?? 0) - (from?.[axis] ?? 0)) * share;
  return {
    series,
    drawn: trace(guess.map((p) => [x(p.x), y(p.y)])) ?? '',
    xTicks: ticks(x, 6),
    yTicks: ticks(y, 5),
    diagonal: chart.diagonal
      ? (trace([
          [along(0, 'x'), along(0, 'y')],
          [along(1, 'x'), along(1, 'y')],
        ]) ?? '')
      : '',
    diagonalName: { x: along(0.3, 'x') + 12, y: along(0.3, 'y') + 12 },
  };
}

/** Whether a number is a power of ten. */
const isPowerOfTen = (n: number) => Math.abs(Math.log10(n) - Math.round(Math.log10(n))) < 1e-9;
