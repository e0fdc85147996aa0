// What a long session keeps of statements long past: their end. A statement may have a thousand frames;
// after some hundred of those the browser would run out of memory. So the oldest are cut down to one
// frame, in which all pages they changed become at once what they were at the end. What was printed,
// the answers, the counters and the log stay.
import type { StepData } from '../engine/protocol';
import { patchedPages } from '../model/tape-words';

/** Bytes a frame takes in memory, about: an object, its event, their strings. */
const FRAME = 500;
/** About how many bytes the frames of a step take. */
export const bytesOf = (step: StepData) =>
  step.frames.length * FRAME + step.pins.byteLength + step.patch.byteLength;

/** The last state of each page that a patch has. */
function lastOf(patch: Uint16Array): Uint16Array {
  const found = new Map<string, Uint16Array>();
  for (const { file, block, words } of patchedPages(patch)) found.set(`${file}/${block}`, words);
  const all = [...found.values()];
  const out = new Uint16Array(all.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of all) {
    out.set(part, to);
    to += part.length;
  }
  return out;
}

/** A step with one frame, its end; a step without frames is not changed. */
export function shortenStep(step: StepData): StepData {
  const last = step.frames.at(-1);
  if (!last) return step;
  const patch = lastOf(step.patch);
  const pins = step.pins.slice(step.frames.at(-2)?.pins ?? 0);
  const to = { pins: pins.length, patch: patch.length, wal: step.wal.length };
  return { ...step, frames: [{ ...last, bulk: undefined, ...to }], pins, patch };
}
