// One clock for two runs of the same script: statement by statement, each as long as the longer of
// the two, the shorter one spread over it.

export interface Span {
  /** Where the statement begins and ends on the clock. */
  start: number;
  end: number;
  /** Where it begins on either tape, and how many frames it has there. */
  sides: readonly [{ start: number; frames: number }, { start: number; frames: number }];
}

/** The clock of two runs, given how many frames each statement has. */
export function clock(left: number[], right: number[]): Span[] {
  const spans: Span[] = [];
  let [at, l, r] = [0, 0, 0];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [a, b] = [left[i] ?? 0, right[i] ?? 0];
    const end = at + Math.max(a, b);
    spans.push({
      start: at,
      end,
      sides: [
        { start: l, frames: a },
        { start: r, frames: b },
      ],
    });
    [at, l, r] = [end, l + a, r + b];
  }
  return spans;
}

/** Which statement a time falls into: the one whose frame happened last. */
export function spanAt(spans: Span[], at: number): number {
  const found = spans.findIndex((s) => at <= s.end && s.end > s.start);
  return found < 0 ? spans.length - 1 : found;
}

/** Where either tape stands at a time. */
export function placesAt(spans: Span[], at: number): [number, number] {
  const span = spans[spanAt(spans, at)];
  if (!span || at <= 0) return [0, 0];
  const share = (at - span.start) / Math.max(1, span.end - span.start);
  const place = (i: 0 | 1) => {
    const { start, frames } = span.sides[i];
    // The first moment shows the first frame, and the last the last one.
    return start + (frames === 0 ? 0 : Math.max(1, Math.round(share * frames)));
  };
  return [place(0), place(1)];
}
