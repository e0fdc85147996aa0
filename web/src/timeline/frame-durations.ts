// How long each frame of a passage is shown. The first rows are shown page by page, and each of their pages is shown
// equally long. The frames after them are swept over, in time that is in proportion to the buffers they touch, at one
// rate for all statements: so of two queries the one that touches more buffers takes longer.
//
//   | row 1: page, root, leaf, chunk | row 2: root, leaf, chunk | row 3 |  rows 4 to 10,000  |
//   | shown, at most 6 seconds                                          |  swept, 2,500/s    |
import type { Frame, StepData } from '../engine/protocol';
import { relativeDuration, kindOf, type Kind } from '../model/kinds';

/** Events with which another row, value or log record begins: after a few, the following ones are swept over. */
const ACTS: ReadonlySet<Kind> = new Set([
  'tupleFormed',
  'pointerRead',
  'documentRead',
  'recordReplayed',
]);
/** Milliseconds that a page is shown, and an event of relative duration 1 that touches no page. */
const PAGE = 400;
const EVENT = 600;
/** How many rows are shown page by page. */
const PAGED_ROWS = 3;
/** Buffers that a sweep touches in a millisecond. */
const RATE = 2.5;
/** Buffers that stand for a log record that is replayed: it is read, judged and applied. */
const REPLAYED = 60;
/** Milliseconds of all frames before the sweep, where there is no sweep; and of a sweep, which must be seen. */
const PAGED = { least: 2000, most: 6000 };
const SWEEPING = { least: 300, most: 13_000 };

/** How many buffers a frame touches: hits and reads. */
export function touchedBy({ frames, pins }: StepData, i: number): number {
  let sum = 0;
  const end = frames[i]?.pins ?? 0;
  for (let p = frames[i - 1]?.pins ?? 0; p < end; p += 4)
    if (((pins[p + 2] ?? 0) & 7) < 2) sum += pins[p + 3] ?? 0;
  return sum;
}

/**
 * Milliseconds that a frame before the sweep is shown: the time of its kind, or of the pages that it touches (at most
 * three) if that is more.
 */
const millisOf = (frame: Frame, touches: number) =>
  Math.max(EVENT * relativeDuration(kindOf(frame)), PAGE * Math.min(touches, PAGED_ROWS));

/** Scales some numbers so that their sum lies between `least` and `most`. */
function scale(millis: Float64Array, which: readonly number[], least: number, most: number) {
  const sum = which.reduce((all, i) => all + (millis[i] ?? 0), 0);
  if (sum === 0) return;
  const by = Math.min(most, Math.max(least, sum)) / sum;
  for (const i of which) millis[i] = (millis[i] ?? 0) * by;
}

/** The milliseconds for which each frame of a passage is shown; `to` is the frame after its last. */
export function tempoOf(step: StepData, from = 0, to = step.frames.length): Float64Array {
  const millis = new Float64Array(to - from);
  const paged: number[] = [];
  const sweeping: number[] = [];
  /** The event that each row of this passage begins with. */
  let act: Kind | null = null;
  let rows = 0;
  for (let i = from; i < to; i++) {
    const frame = step.frames[i];
    if (!frame) break;
    const kind = kindOf(frame);
    if (kind === 'recoveryDone') [act, rows] = [null, 0];
    if (ACTS.has(kind)) act ??= kind;
    if (kind === act) rows++;
    const touches = touchedBy(step, i);
    const swept = rows > PAGED_ROWS || !frame.event;
    (swept ? sweeping : paged).push(i - from);
    millis[i - from] = swept
      ? (touches + (kind === 'recordReplayed' ? REPLAYED : 0)) / RATE
      : millisOf(frame, touches);
  }
  // Rows that touch no buffer: each takes as long as the others.
  if (sweeping.every((i) => millis[i] === 0)) for (const i of sweeping) millis[i] = 1;
  scale(millis, paged, sweeping.length > 0 ? 0 : PAGED.least, PAGED.most);
  scale(millis, sweeping, SWEEPING.least, SWEEPING.most);
  return millis;
}

const tempos = new WeakMap<StepData, Float64Array>();

/** Milliseconds that each frame of a whole step is shown. */
export function tempoOfAll(step: StepData): Float64Array {
  let tempo = tempos.get(step);
  if (!tempo) tempos.set(step, (tempo = tempoOf(step)));
  return tempo;
}

/** Buffers that a statement touches in all. */
const buffersOf = ({ counters: { statement } }: StepData) => statement.hit + statement.read;

/**
 * How many milliseconds each frame is shown when steps play side by side: the longest step takes as long as it
 * would alone, and a step that touches more buffers takes longer in proportion.
 */
export function temposOf(steps: readonly StepData[]): Float64Array[] {
  const tempos = steps.map(tempoOfAll);
  const sums = tempos.map((millis) => millis.reduce((sum, ms) => sum + ms, 0));
  const longest = Math.max(...sums);
  const most = Math.max(...steps.map(buffersOf));
  if (most === 0) return tempos;
  return tempos.map((millis, i) => {
    const by = (longest * buffersOf(steps[i]!)) / (most * Math.max(1, sums[i] ?? 0));
    return millis.map((ms) => ms * by);
  });
}
