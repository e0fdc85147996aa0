// The passage of a step: those of its frames that are played without being asked for, since they tell the idea.
import type { StepData } from '../engine/protocol';
import { proposed, telling } from './compose';
import type { Placed } from './tape';

/** A passage as a lesson names it. */
export interface Passage {
  /** Among the statements of the step, from 1; null: the one that has `from`, or that tells most. */
  statement: number | 'last' | null;
  /** Kinds of events: the passage goes from the first event of kind `from` to the first of kind `to` after it. */
  from: string | null;
  to: string | null;
  /** Nothing moves: the picture at the end is enough. */
  nothing: boolean;
}

/** Places on the tape: how many frames have happened at the first picture, and at the last. */
export interface Range {
  from: number;
  to: number;
}

/** The frame of the first event of a kind. */
const indexOf = (step: StepData, kind: string, from = 0) =>
  step.frames.findIndex((frame, i) => i >= from && frame.event?.kind === kind);

/** The statement that a passage is of. */
function statementOf(placed: readonly Placed[], passage: Passage | null): Placed | undefined {
  if (passage?.statement === 'last') return placed.findLast((p) => proposed(p.step).length > 0);
  if (passage?.statement) return placed[passage.statement - 1];
  const { from } = passage ?? { from: null };
  return from ? placed.find((p) => indexOf(p.step, from) >= 0) : telling(placed);
}

/** The frames of a passage; null if there is nothing to see. */
export function rangeOf(placed: readonly Placed[], passage: Passage | null): Range | null {
  if (passage?.nothing) return null;
  const found = statementOf(placed, passage);
  if (!found || found.step.frames.length === 0) return null;
  const { step, start, end } = found;
  const first = passage?.from ? indexOf(step, passage.from) : 0;
  if (first < 0) return null;
  const last = passage?.to ? indexOf(step, passage.to, first) : -1;
  return { from: start + first + 1, to: last < 0 ? end : start + last + 1 };
}
