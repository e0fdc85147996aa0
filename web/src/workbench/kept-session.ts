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

/** Keeps a session for this tab; null forgets it. A session without a name is never kept. */
export function keepSession(name: string, what: KeptSession | null) {
  if (!name) return;
  try {
    if (what && what.steps.length > 0) sessionStorage.setItem(key(name), JSON.stringify(what));
    else sessionStorage.removeItem(key(name));
  } catch {
    // Too large, or no storage: a reload starts afresh then.
  }
}

/** The session that this tab has kept under a name; null if there is none or it is not valid. */
export function readKeptSession(name: string): KeptSession | null {
  if (!name) return null;
  try {
    const what = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null') as KeptSession | null;
    return what && Array.isArray(what.steps) && what.steps.length > 0 ? what : null;
  } catch {
    return null;
  }
}
