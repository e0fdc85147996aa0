// A line that somebody draws as a guess: it is kept as heights at even steps, and compared with the true one.
import { valueText } from './answer';
import type { Sketch } from './sketch-format';

/** Places at which a drawing has a height. */
export const PLACES = 33;

/** Heights from 0, the bottom, to 1000; null where nothing was drawn yet. */
export type Line = readonly (number | null)[];

/** A point of a line, in the units in which the line is given. */
export interface Point {
  x: number;
  y: number;
}

/** Parses a line as it is kept: heights at even steps, separated by commas. */
export const parseLine = (kept: string): Line => {
  const heights = kept.split(',').map((h) => (/^\d{1,4}$/.test(h) ? Number(h) : null));
  return Array.from({ length: PLACES }, (_, i) => heights[i] ?? null);
};

/** A line as text, to be kept. */
export const lineText = (line: Line) => line.map((h) => h ?? '').join(',');

/** Whether the line has a height at each of its places. */
export const isWhole = (line: Line) => line.every((h) => h !== null);

/** Draws a stroke from one point to another; heights between them are interpolated. */
export function stroke(line: Line, from: Point | null, to: Point): Line {
  const last = PLACES - 1;
  /** The step of the line closest to a place. */
  const place = (at: number) => Math.max(0, Math.min(last, Math.round(at * last)));
  /** A height as the line has it. */
  const height = (y: number) => Math.round(1000 * Math.max(0, Math.min(1, y)));
  const drawn = [...line];
  const [left, right] = from && from.x > to.x ? [to, from] : [from ?? to, to];
  for (let i = Math.ceil(left.x * last); i <= right.x * last; i++) {
    if (i < 0 || i > last) continue;
    const share = right.x > left.x ? (i / last - left.x) / (right.x - left.x) : 1;
    drawn[i] = height(left.y + (right.y - left.y) * share);
  }
  // Where it begins, and beyond both ends of the axes, the nearest place.
  if (!from || to.x <= 0 || to.x >= 1) drawn[place(to.x)] = height(to.y);
  return drawn;
}

/** The points of a drawn line in the units of its axes; places without a height are left out. */
export function pointsOf(line: Line, { x, y }: Pick<Sketch, 'x' | 'y'>): Point[] {
  return line.flatMap((h, i) =>
    h === null
      ? []
      : [{ x: x[0] + ((x[1] - x[0]) * i) / (PLACES - 1), y: y[0] + ((y[1] - y[0]) * h) / 1000 }],
  );
}

/** The height of a line at a position; null where it has none. */
export function heightAt(points: readonly Point[], x: number): number | null {
  const after = points.findIndex((p) => p.x >= x);
  const [left, right] = [points[after - 1], points[after]];
  if (!right || (!left && right.x !== x)) return null;
  if (!left || right.x === x) return right.y;
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x);
}

/** How far a drawn line is from the true one. */
export interface Distance {
  /** On average, as a share of the height of the axes. */
  share: number;
  /** How much higher than the true line, on average, as a share of the height; below 0 it is lower. */
  higher: number;
  right: boolean;
  /** Where it is largest. */
  worst: { x: number; drawn: number; is: number };
}

/** How far a drawing is from the true line, at the positions where both have a height. */
export function distance(sketch: Sketch, drawn: readonly Point[], truth: readonly Point[]) {
  const height = sketch.y[1] - sketch.y[0];
  let sum = 0;
  let higher = 0;
  let count = 0;
  let worst = { x: 0, drawn: 0, is: 0 };
  for (const { x, y } of drawn) {
    const is = heightAt(truth, x);
    if (is === null) continue;
    count++;
    sum += Math.abs(y - is);
    higher += (y - is) / height;
    if (Math.abs(y - is) > Math.abs(worst.drawn - worst.is)) worst = { x, drawn: y, is };
  }
  if (count === 0) return null;
  const share = sum / count / height;
  return {
    share,
    higher: higher / count,
    right: share <= sketch.near,
    worst,
  } satisfies Distance;
}

/** A number with two digits, as text. */
const round = (n: number) => valueText(Number(n.toPrecision(2)));

/** A distance between drawing and answer in words. */
export function inWords(far: Distance, x: string, y: string): string {
  const percent = Math.round(far.share * 100);
  const { worst } = far;
  const average = `${percent === 0 ? 'Less than 1' : percent} % of the height away, on average`;
  const most = `At ${round(worst.x)} ${x} you drew ${round(worst.drawn)}; it is ${round(worst.is)} ${y}.`;
  if (far.right && percent <= 3) return `That is the line: ${average.toLowerCase()}.`;
  return `${far.right ? 'Close' : 'Not this time'}: ${average}. ${most}`;
}
