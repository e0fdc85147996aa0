// What is kept of a session for a reload of the page: the steps that ran, which then run again.
import type { StepId, StepScript } from '../engine/protocol';

/** The steps of a session and the seed that it ran with, as they are kept for a reload. */
export interface KeptSession {
  seed: number;
  steps: StepScript[];
  /** How many of them had run when what was printed was last cleared: they print nothing when they run again. */
  silent?: number;
  /** The last step of the branch that was looked at; the newest branch when not said. */
  tip?: StepId;
  /** Where on the timeline to go afterwards; the end when not said. */
  at?: number;
}

/** Where it is kept. */
const key = (name: string) => `toastscope ${name}`;

/**
 * Keeps a session for this tab; null forgets it. A session without a name is never kept. False: the browser has no room or
 * no storage for it, and what was kept before stays.
 */
export function keepSession(name: string, what: KeptSession | null): boolean {
  if (!name) return true;
  const none = what === null || what.steps.length === 0;
  try {
    if (none) sessionStorage.removeItem(key(name));
    else sessionStorage.setItem(key(name), JSON.stringify(what));
    return true;
  } catch {
    return none;
  }
}

/**
 * Whether all are steps as they are kept, each after an earlier one; a tab's storage may have been written by another
 * release, or by hand.
 */
function areSteps(steps: (Partial<StepScript> | null)[]): boolean {
  const before = new Set<unknown>([0]);
  return steps.every(
    (step) =>
      typeof step?.text === 'string' &&
      [step.id, step.line, step.time].every(Number.isFinite) &&
      before.has(step.parent) &&
      before.add(step.id),
  );
}

/** The session that this tab has kept under a name; null if there is none or it is not valid. */
export function readKeptSession(name: string): KeptSession | null {
  if (!name) return null;
  try {
    const what = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null') as KeptSession | null;
    const whole = what && Array.isArray(what.steps) && what.steps.length > 0;
    return whole && Number.isFinite(what.seed) && areSteps(what.steps) ? what : null;
  } catch {
    return null;
  }
}
