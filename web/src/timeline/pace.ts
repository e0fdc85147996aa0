// How long each frame is looked at.
import type { Frame, StepData } from '../engine/protocol';
import { kindOf } from '../model/kinds';

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
      const acts = ['tupleFormed', 'pointerRead', 'documentRead', 'recordReplayed'].includes(kind);
      if (acts) actors++;
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
  switch (kindOf(frame)) {
    case 'many':
      return 0.05;
    case 'pages':
    case 'pagePruned':
    case 'pageVacuumed':
    case 'pageAllVisible':
    case 'relationExtended':
      return 0.3;
    case 'statementStarted':
    case 'indexEntryInserted':
    case 'chunkRead':
      return 0.6;
    case 'statementFinished':
    case 'statementFailed':
    case 'transactionCommitted':
      return 0.5;
    default:
      return 1;
  }
}
