// Lays out size against time, both logarithmic: points, their lines, ticks and labels.
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { decades, spaced, type Frame, type Tick } from './axis';

/** What one series measured at one level: its time in seconds and its size in bytes. */
export interface Measured {
  key: string;
  /** Points of one series are joined, by level. */
  series: string;
  level: number;
  seconds: number;
  bytes: number;
}

/** A measurement with the place where it is drawn, in px. */
export interface Point extends Measured {
  x: number;
  y: number;
  /** Whether its level can be written beside it without covering another. */
  labelled: boolean;
}

/** Where the points of the chart, their lines and the ticks of both axes are drawn, in px. */
export interface Tradeoff {
  points: Point[];
  lines: { series: string; path: string }[];
  x: Tick[];
  y: Tick[];
  /** Where a number of bytes lies. */
  heightOf: (bytes: number) => number;
}

const MB = 1 << 20;
/** A level's digits, in px. */
const LABEL = { width: 14, height: 12 };
/** Between two ticks' middles, in px. */
const TICK = 38;

/** The range of some numbers, widened by a factor below and one above. */
function domain(values: readonly number[], below: number, above: number): [number, number] {
  if (values.length === 0) return [1, 10];
  return [Math.min(...values) / below, Math.max(...values) * above];
}

/** Round numbers in a range: 1, 2 and 5 times powers of ten; finer ones if there would be fewer than three. */
function roundOnes(range: [number, number]): number[] {
  const coarse = decades(...range);
  return coarse.length >= 3 ? coarse : scaleLinear().domain(range).ticks(5);
}

/** Lays out the chart of size against time; `references` are sizes in bytes at which lines are drawn. */
export function tradeoff(
  measured: readonly Measured[],
  references: readonly number[],
  frame: Frame,
): Tradeoff {
  const seconds = domain(
    measured.map((m) => Math.max(m.seconds, 0.001)),
    1.7,
    1.4,
  );
  const megabytes = domain(
    [...measured.map((m) => m.bytes), ...references].map((bytes) => bytes / MB),
    1.25,
    1.15,
  );
  const x = scaleLog(seconds, [frame.left, frame.width - frame.right]);
  const y = scaleLog(megabytes, [frame.height - frame.bottom, frame.top]);
  /** Where a size is drawn. */
  const heightOf = (bytes: number) => y(bytes / MB);

  const points: Point[] = measured.map((m) => ({
    ...m,
    x: x(Math.max(m.seconds, 0.001)),
    y: heightOf(m.bytes),
    labelled: false,
  }));
  const taken: { x: number; y: number }[] = [];
  for (const point of points) {
    const at = { x: point.x, y: point.y - 12 };
    const free = taken.every(
      (t) => Math.abs(t.x - at.x) > LABEL.width || Math.abs(t.y - at.y) > LABEL.height,
    );
    const clear = points.every(
      (p) => p === point || Math.abs(p.x - at.x) > 9 || Math.abs(p.y - at.y) > 9,
    );
    point.labelled = free && clear;
    if (point.labelled) taken.push(at);
  }

  const path = line<Point>(
    (p) => p.x,
    (p) => p.y,
  );
  const series = [...new Set(points.map((p) => p.series))];
  const lines = series.map((name) => {
    const own = points.filter((p) => p.series === name).sort((a, b) => a.level - b.level);
    return { series: name, path: path(own) ?? '' };
  });
  return {
    points,
    lines,
    x: spaced(
      decades(...seconds).map((value) => ({ at: x(value), text: `${value} s` })),
      TICK,
    ),
    y: roundOnes(megabytes).map((value) => ({ at: y(value), text: `${value} MB` })),
    heightOf,
  };
}
