// Finds out whether a curve is flat, and says so in words.
import { size } from '../../layout/format';

/** What a curve does as documents grow. */
export interface Course {
  /** The size from which on it is flat; null when it grows to the end. */
  flatFrom: number | null;
  /** Whether that is every size. */
  always: boolean;
  /** At the smallest size, at the largest, and the least and the most from `flatFrom` on. */
  first: number;
  last: number;
  low: number;
  high: number;
}

/** Values within this factor of each other are alike. */
const TOLERANCE = 1.5;
/** Curves that end within this factor of each other are named together. */
const ABOUT = 1.15;
/** How far documents must grow for flat to mean something. */
const SPAN = 50;

/** The shape of a curve over ascending sizes; a rise of less than `few` counts as flat. */
export function courseOf(points: readonly { bytes: number; value: number }[], few: number): Course {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) throw new Error('a curve has points');
  let [low, high] = [last.value, last.value];
  let from = last;
  let always = true;
  for (const point of points.toReversed()) {
    const [l, h] = [Math.min(low, point.value), Math.max(high, point.value)];
    if (h > l * TOLERANCE && h - l > few) {
      always = false;
      break;
    }
    [low, high, from] = [l, h, point];
  }
  const flat = always || last.bytes >= from.bytes * SPAN;
  return {
    flatFrom: flat ? from.bytes : null,
    always,
    first: first.value,
    last: last.value,
    low,
    high,
  };
}

/** Two numbers as a span of text, `125 to 137`; `2` if they read alike. */
const span = (low: number, high: number, said: (n: number) => string) =>
  said(low) === said(high) ? said(low) : `${said(low)} to ${said(high)}`;
/** The least and the greatest of some values, `125–137`, which can stand in `from … to …`; `2` if they read alike. */
const dashedRange = (values: number[], said: (n: number) => string) => {
  const [low, high] = [said(Math.min(...values)), said(Math.max(...values))];
  return low === high ? low : `${low}–${high}`;
};

const named = new Intl.ListFormat('en', { type: 'conjunction' });

/** A curve's course under the name of its series. */
export interface Named {
  name: string;
  course: Course;
}

/** Whether two curves have one shape: flat ones must have equal values, others nearly equal ones. */
function alike(a: Course, b: Course): boolean {
  if (a.flatFrom !== b.flatFrom || a.always !== b.always) return false;
  if (a.flatFrom !== null) return a.low === b.low && a.high === b.high;
  /** Whether two numbers are about the same. */
  const near = (m: number, n: number) => Math.max(m, n) <= Math.min(m, n) * ABOUT;
  return near(a.last, b.last);
}

/**
 * The sentences that say what a chart shows: the flat curves first, curves of one shape together. `said`
 * formats a value without its unit.
 */
export function sentences(
  curves: readonly Named[],
  unit: string,
  said: (n: number) => string,
): string[] {
  const groups: Named[][] = [];
  for (const curve of curves) {
    const own = groups.find(([first]) => first && alike(first.course, curve.course));
    if (own) own.push(curve);
    else groups.push([curve]);
  }
  const flat: string[] = [];
  const grows: string[] = [];
  for (const group of groups) {
    const names = named.format(group.map(({ name }) => name));
    const courses = group.map(({ course }) => course);
    const [course] = courses;
    if (!course) continue;
    const { flatFrom, always, low, high } = course;
    if (flatFrom !== null) {
      const where = always ? 'at every size' : `from ${size(flatFrom)} on`;
      flat.push(`${names} ${span(low, high, said)} ${unit} ${where}`);
      continue;
    }
    const [first, last] = [courses.map((c) => c.first), courses.map((c) => c.last)];
    grows.push(`${names} from ${dashedRange(first, said)} to ${dashedRange(last, said)}`);
  }
  const all: string[] = [];
  if (flat.length > 0) all.push(`Flat: ${flat.join('; ')}.`);
  if (grows.length > 0) all.push(`Not flat: ${grows.join('; ')} ${unit}.`);
  return all;
}
