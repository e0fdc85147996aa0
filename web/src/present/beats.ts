// Divides a presented step into beats: first its question, then what its SQL does, then the answers.
import type { Step } from '../lessons/format';

/**
 * A part of a presented step: `ask` puts the question, `show` runs the SQL and plays its frames, `tell` gives the
 * answers.
 */
export type Beat = 'ask' | 'show' | 'tell';

/**
 * The beats of a step: it is asked, shown, told. A step without SQL is only asked; a step with nothing to say
 * after its run is not told.
 */
export function beatsOf(step: Step): Beat[] {
  if (!step.sql) return ['ask'];
  const hasMore =
    step.guesses.length > 0 ||
    step.sketch !== null ||
    step.chart !== null ||
    step.contrast !== null ||
    step.exercise !== null ||
    step.knobs.length > 0 ||
    step.prose.after.length > 0;
  return hasMore ? ['ask', 'show', 'tell'] : ['ask', 'show'];
}

/** A beat of a lesson, with the step that it belongs to. */
export interface BeatPosition {
  /** The step, from 0. */
  step: number;
  beat: Beat;
}

/** The next (1) or previous (-1) beat; null at the ends of the lesson. */
export function neighbour(
  steps: readonly Step[],
  at: BeatPosition,
  by: 1 | -1,
): BeatPosition | null {
  const here = steps[at.step];
  if (!here) return null;
  const beats = beatsOf(here);
  const beat = beats[beats.indexOf(at.beat) + by];
  if (beat) return { step: at.step, beat };
  const step = at.step + by;
  const other = steps[step];
  const first = other && beatsOf(other).at(by === 1 ? 0 : -1);
  return first ? { step, beat: first } : null;
}
