// What a long session keeps of statements long past: their end. A statement may have a thousand frames;
// after some hundred of those the browser would run out of memory. So the oldest are cut down to one
// frame, in which all pages they changed become at once what they were at the end. What was printed,
// the answers, the counters and the log stay.
import type { StepData } from '../engine/protocol';

/** Bytes a frame takes in memory, about: an object, its event, their strings. */
const FRAME = 500;
/** Words of a patch before a page's items, of which the last says how many items there are. */
const HEAD = 13;
/** Words of an item. */
const ITEM = 3;
/** In place of the number of items when they are not told. */
const NO_ITEMS = 0xffff;

/** Bytes that a step's frames take, about. */
export const bytesOf = (step: StepData) =>
  step.frames.length * FRAME + step.pins.byteLength + step.patch.byteLength;

/** Of each page the last that a patch says. */
function lastOf(patch: Uint16Array): Uint16Array {
  const found = new Map<string, Uint16Array>();
  for (let at = 0; at < patch.length;) {
    const items = patch[at + HEAD - 1] ?? NO_ITEMS;
    const end = at + HEAD + (items === NO_ITEMS ? 0 : ITEM * items);
    found.set(patch.subarray(at, at + 4).join(), patch.subarray(at, end));
    at = end;
  }
  const all = [...found.values()];
  const out = new Uint16Array(all.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of all) {
    out.set(part, to);
    to += part.length;
  }
  return out;
}

/** A step as its end alone; one that has no frames stays as it is. */
export function shortened(step: StepData): StepData {
  const last = step.frames.at(-1);
  if (!last) return step;
  const patch = lastOf(step.patch);
  const pins = step.pins.slice(step.frames.at(-2)?.pins ?? 0);
  const to = { pins: pins.length, patch: patch.length, wal: step.wal.length };
  return { ...step, frames: [{ ...last, bulk: undefined, ...to }], pins, patch };
}
