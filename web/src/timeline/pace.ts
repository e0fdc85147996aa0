// How long each frame is looked at.
import type { Frame, StepData } from '../engine/protocol';
import { beatOf, kindOf } from '../model/kinds';
import { ACTS } from './tempo';

const paces = new WeakMap<StepData, Float32Array>();

/**
 * How long each frame of a step is looked at, in units of a moment at speed 1: the first row takes
 * its time, those after it ever less, since they do the same.
 */
export function paceOf(step: StepData): Float32Array {
  let pace = paces.get(step);
  if (!pace) {
    let actors = 0;
    pace = Float32Array.from(step.frames, (frame) => {
      const kind = kindOf(frame);
      if (ACTS.has(kind)) actors++;
      if (kind === 'recoveryDone') actors = 0;
      return weightOf(frame) * Math.max(0.06, 1 / (1 + 0.6 * Math.max(0, actors - 1)));
    });
    paces.set(step, pace);
  }
  return pace;
}

/** How long a frame by itself is looked at. */
function weightOf(frame: Frame): number {
  const b = frame.bulk;
  // The middle chunks of one value are worth a look, many rows only their sum.
  if (b && b.inserted + b.updated + b.deleted + b.detoasted === 0) return 0.6;
  return beatOf(kindOf(frame));
}
