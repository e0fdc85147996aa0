// One clock for two runs of the same script, in milliseconds. Both begin a statement together; each frame is shown for
// its time (timeline/frame-durations.ts), so the run that counts less is done sooner, and waits until the other is.
//
//   | statement 1  | statement 2                         |
//   left   ##-#-#  | #-#----------------#                |
//   right  #-#     | #-#--------------------------------#|

/** One run's part of a statement: where that begins on its tape, and until when each frame is shown. */
interface Part {
  start: number;
  /** Milliseconds from the statement's beginning, a frame each. */
  until: readonly number[];
}

/** The time that one statement has on the shared clock, and its frames on both sides. */
export interface Span {
  /** Milliseconds at which the statement begins and ends on the clock. */
  start: number;
  end: number;
  sides: readonly [Part, Part];
}

/** The times at which frames end that are shown for `millis` milliseconds each. */
function untilOf(millis: ArrayLike<number>): number[] {
  let sum = 0;
  // Whole ones: both runs' ends are to meet the clock's.
  return Array.from(millis, (ms) => Math.round((sum += ms)));
}

/** The clock of two runs, given how long each frame of each statement is shown. */
export function sharedClock(
  left: readonly ArrayLike<number>[],
  right: readonly ArrayLike<number>[],
): Span[] {
  const spans: Span[] = [];
  let [start, l, r] = [0, 0, 0];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [a, b] = [untilOf(left[i] ?? []), untilOf(right[i] ?? [])];
    const end = start + Math.max(a.at(-1) ?? 0, b.at(-1) ?? 0);
    spans.push({
      start,
      end,
      sides: [
        { start: l, until: a },
        { start: r, until: b },
      ],
    });
    [start, l, r] = [end, l + a.length, r + b.length];
  }
  return spans;
}

/** The index of the statement that is shown at a time. */
export function spanAt(spans: readonly Span[], at: number): number {
  const found = spans.findIndex((s) => at <= s.end && s.end > s.start);
  return found < 0 ? spans.length - 1 : found;
}

/** How many frames have begun at a time. */
function begun({ until }: Part, at: number): number {
  // Those that are shown for no time at all are over together with the one before.
  return at >= (until.at(-1) ?? 0) ? until.length : until.findIndex((end) => end >= at) + 1;
}

/** The positions on the left and the right tape at a time. */
export function placesAt(spans: readonly Span[], at: number): [number, number] {
  const span = spans[spanAt(spans, at)];
  if (!span || at <= 0) return [0, 0];
  /** How many frames of a side have begun, from the start of its tape. */
  const place = (part: Part) => part.start + begun(part, at - span.start);
  return [place(span.sides[0]), place(span.sides[1])];
}

/** The times at which a picture of a statement is complete: either run's frames have been shown. */
const stopsOf = ({ start, sides }: Span) =>
  [...new Set(sides.flatMap(({ until }) => until.map((ms) => start + ms)))].sort((a, b) => a - b);

/** The next time at which a side shows something else; null at the end. */
export function stopAfter(spans: readonly Span[], at: number): number | null {
  const next = spans.findIndex((s) => s.end > at);
  return next < 0 ? null : (stopsOf(spans[next]!).find((stop) => stop > at) ?? null);
}

/** The previous time at which a side showed something else; 0 before the first. */
export function stopBefore(spans: readonly Span[], at: number): number {
  const last = spans.findLastIndex((s) => s.start < at);
  return last < 0 ? 0 : (stopsOf(spans[last]!).findLast((stop) => stop < at) ?? spans[last]!.start);
}
