// Makes the session to replay from the one that a link carries.
import { keepSession, readKeptSession, type KeptSession } from '../workbench/kept-session';
import type { Shared } from './link';

/** Keeps the session of a link under this name, so that the session of that name runs its statements; a session that is kept under the name already stays. */
export function keepLink(name: string, shared: Shared) {
  if (!readKeptSession(name)) keepSession(name, sessionOfLink(shared));
}

/** The kept session that a link carries. */
export function sessionOfLink(shared: Shared): KeptSession {
  const steps = shared.ran.map(({ text, line, time, after }, i) => ({
    id: i + 1,
    parent: after,
    line,
    text,
    time,
  }));
  const what: KeptSession = { seed: shared.seed, steps };
  if (shared.at >= 0) what.at = shared.at;
  if (shared.silent) what.silent = shared.silent;
  if (shared.tip) what.tip = shared.tip;
  return what;
}
