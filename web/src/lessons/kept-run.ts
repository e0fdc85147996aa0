// What is kept of a lesson for a reload, beside the session's steps: the guesses, and what came of them.
import type { Server } from '../engine/releases';
import { readKeptSession as keptSession } from '../workbench/kept-session';
import type { KeptRun } from './run.svelte';

/**
 * The name under which a lesson's session on a server is kept. It depends on the text: a changed lesson starts a new
 * session.
 */
export function sessionName(id: string, source: string, server: Server = '15'): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < source.length; i++) {
    hash = Math.imul(hash ^ source.charCodeAt(i), 0x01000193) >>> 0;
  }
  const on = server === '15' ? '' : ` on ${server}`;
  return `lesson ${id} ${hash.toString(36)}${on}`;
}

/** Where it is kept. */
const key = (name: string) => `toastscope run ${name}`;

/** Keeps a lesson's run under its name, for a reload. */
export function keepRun(name: string, run: KeptRun) {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(run));
  } catch {
    // Too large, or no storage: a reload begins the lesson again.
  }
}

/** The run of a lesson that this tab has kept; null if it has kept none, or its session lacks some of the steps. */
export function keptRun(name: string): KeptRun | null {
  try {
    const run = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null') as KeptRun | null;
    if (!run) return null;
    const there = new Set(keptSession(name)?.steps.map((step) => step.id));
    return run.done.every((done) => done.ids.every((id) => there.has(id))) ? run : null;
  } catch {
    return null;
  }
}
