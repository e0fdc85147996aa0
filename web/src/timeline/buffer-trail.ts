// The buffers that reading a value has taken so far, one after the other: a detoast as a walk over pages.
import { eachPin, isLookup } from '../model/tape-words';
import type { Placed } from './tape';

/** A page that was looked up, or several lookups in a row of which only the sum is known. */
export interface Stop {
  file: number;
  /** -1 where pages were counted by file. */
  block: number;
  times: number;
  /** Whether this frame looked it up. */
  now: boolean;
}

/** What ends the search for where reading began. */
const BEFORE: ReadonlySet<string> = new Set(['statementStarted', 'tupleFormed', 'valueDetoasted']);

/** The lookups of main-fork pages since the pointer to a value was read, the pointer's own page included. */
export function bufferTrail({ step, start }: Placed, at: number, value: number): Stop[] {
  const last = at - 1 - start;
  let first = -1;
  for (let i = last; i >= 0; i--) {
    const event = step.frames[i]?.event;
    if (event?.kind === 'pointerRead') {
      if (event.value !== value) break;
      first = i;
    } else if (event && i !== last && BEFORE.has(event.kind)) break;
  }
  const stops: Stop[] = [];
  if (first < 0) return stops;
  let before = 0;
  for (let i = first; i <= last; i++) {
    const [from, end] = [step.frames[i - 1]?.pins ?? 0, step.frames[i]?.pins ?? 0];
    eachPin(step.pins, from, end, (file, block, kind, fork, times) => {
      if (isLookup(kind, fork)) stops.push({ file, block, times, now: i === last });
    });
    if (i === first) before = Math.max(0, stops.length - 1);
  }
  // Up to the first frame the row itself was looked for: of that only the last page counts, where the pointer is.
  return stops.slice(before);
}
