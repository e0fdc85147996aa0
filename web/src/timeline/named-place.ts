// Finds the position on the timeline that a lesson's step names, at which the step rests.
import { isOnTheWay } from './descent-frames';
import type { Placed } from './tape';

/** Whether an event is seen on the stage; a log record is if it is about pages. */
const touches = (event: object) =>
  !('blocks' in event && Array.isArray(event.blocks)) || event.blocks.length > 0;

/** A place on the timeline as a step names it: an event of a kind, or where one of its statements ended, from 1. */
export type Named =
  { kind: 'event'; event: string; last: boolean } | { kind: 'statement'; number: number };

/**
 * The position of a named place of a lesson: the number of frames that have happened; undefined if the
 * statements do not come there.
 */
export function positionOf(named: Named, placed: readonly Placed[]): number | undefined {
  if (named.kind === 'statement') return placed[named.number - 1]?.end;
  const found = placed.flatMap(({ step, start }) =>
    step.frames.flatMap(({ event }, i) =>
      event?.kind === named.event && touches(event) && !isOnTheWay(event) ? [start + i + 1] : [],
    ),
  );
  return found.at(named.last ? -1 : 0);
}
