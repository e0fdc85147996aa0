// The marks on a row's ruler: the length past which TOAST starts, and the one at which it stops, where a table has a
// `toast_tuple_target` of its own (heap_prepare_insert in heapam.c, heap_toast_insert_or_update in heaptoast.c).
import { limits } from '../engine/limits';
import { count } from './format';

/** A line across the ruler, with its words to the left or to the right of it. */
export interface RulerMark {
  /** px from the left. */
  x: number;
  says: string;
  anchor: 'start' | 'end';
  /** What it is: where TOAST starts, or where it stops. */
  kind: 'start' | 'stop';
}

/** px of a letter of 12 px type, and between the line and its words. */
const LETTER = 6.9;
const GAP = 5;

/** The left and right end of a mark's words, in px. */
export function wordsOf({ x, says, anchor }: RulerMark): [from: number, to: number] {
  const wide = says.length * LETTER;
  return anchor === 'end' ? [x - GAP - wide, x - GAP] : [x + GAP, x + GAP + wide];
}

/** How many px of the words lie outside the ruler, or on each other. */
function hidden(marks: readonly RulerMark[], width: number): number {
  const spans = marks.map(wordsOf);
  const outside = spans.map(([from, to]) => Math.max(0, -from) + Math.max(0, to - width));
  const [a, b] = spans;
  const over = a && b ? Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0])) : 0;
  return outside.reduce((sum, px) => sum + px, over);
}

/** What the two marks say of a number of bytes. */
export interface MarkWords {
  start: (bytes: string) => string;
  stop: (bytes: string) => string;
}

/**
 * The marks of a ruler for a table with this `toast_tuple_target`; a byte is `scale` px wide. Among the
 * wordings and positions, the one that hides the fewest px of words is taken, and the first of equal ones.
 */
export function rulerMarks(
  target: number,
  width: number,
  scale: number,
  words: readonly MarkWords[],
): RulerMark[] {
  const ways = words.flatMap((w) => placedWith(w, target, width, scale));
  const { marks } = ways.reduce((best, way) => (way.hidden < best.hidden ? way : best));
  return marks;
}

/** All ways to place the marks with these words, and for each how many px of the words would be hidden. */
function placedWith(words: MarkWords, target: number, width: number, scale: number) {
  const { toastTupleThreshold: limit } = limits;
  const start = { x: limit * scale, says: words.start(count(limit)), kind: 'start' as const };
  const stop = { x: target * scale, says: words.stop(count(target)), kind: 'stop' as const };
  const bare = target === limit ? [start] : [start, stop];
  const sides = ['end', 'start'] as const;
  const ways = sides.flatMap((one) =>
    target === limit ? [[one]] : sides.map((other) => [one, other]),
  );
  return ways.map((way) => {
    const marks = bare.map((mark, i) => ({ ...mark, anchor: way[i] ?? 'end' }));
    return { marks, hidden: hidden(marks, width) };
  });
}

/** Whether a tick's number (`wide` letters from px `x` on) is on the ruler and clear of the marks' words. */
export const tickIsFree = (
  marks: readonly RulerMark[],
  x: number,
  wide: number,
  width: number,
): boolean =>
  x + wide * LETTER + GAP <= width &&
  marks.every((mark) => {
    const [from, to] = wordsOf(mark);
    return x + wide * LETTER + GAP < Math.min(from, mark.x) || x > Math.max(to, mark.x) + GAP;
  });
