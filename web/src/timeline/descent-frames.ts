// A descent of an index is one event of the engine, with its whole path. On the timeline it is one frame for each page:
// the root first, a leaf last, so that pages are seen and counted one at a time.
import type { Frame, StageEvent, StepData } from '../engine/protocol';
import { eachPin, isLookup, PIN_WORDS } from '../model/tape-words';

type Descent = Extract<StageEvent, { kind: 'indexDescended' }>;

/**
 * Where the pins of each page of a path are, after the position of its word; null unless all pages were pinned
 * in this order.
 */
function lookups(pins: Uint32Array, from: number, to: number, path: readonly number[]) {
  const ends: number[] = [];
  let at = from;
  eachPin(pins, from, to, (_, block, kind, fork, times) => {
    at += PIN_WORDS;
    if (isLookup(kind, fork) && times === 1 && block === path[ends.length]) ends.push(at);
  });
  return ends.length === path.length ? ends : null;
}

/** The frames of a descent: each has the path so far, and the pins up to its page. */
function framesOf(
  frame: Frame,
  event: Descent,
  before: Frame | undefined,
  ends: number[],
): Frame[] {
  const begun = { patch: before?.patch ?? 0, wal: before?.wal ?? 0, clock: before?.clock ?? 0 };
  return ends.map((pins, i) => {
    if (i === ends.length - 1) return frame;
    const soFar: Descent = { ...event, path: event.path.slice(0, i + 1), levels: ends.length };
    const clock = begun.clock + ((frame.clock - begun.clock) * (i + 1)) / ends.length;
    return { ...frame, ...begun, clock, pins, event: soFar };
  });
}

/** Whether an event is a descent that has not reached its leaf yet. */
export const isOnTheWay = (event: Frame['event']): boolean =>
  event?.kind === 'indexDescended' && 'levels' in event;

/** The step with a frame for each page of a descent; the step itself if no descent has several pages. */
export function withDescentFrames(step: StepData): StepData {
  let changed = false;
  const frames = step.frames.flatMap((frame, i): Frame[] => {
    const { event } = frame;
    if (event?.kind !== 'indexDescended' || event.path.length < 2) return [frame];
    const before = step.frames[i - 1];
    const ends = lookups(step.pins, before?.pins ?? 0, frame.pins, event.path);
    if (!ends) return [frame];
    changed = true;
    return framesOf(frame, event, before, ends);
  });
  return changed ? { ...step, frames } : step;
}
