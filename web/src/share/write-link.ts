// Makes a link of a session, which `read-link.ts` reads again. It is loaded when somebody shares one.
import type { StepScript } from '../engine/protocol';
import { packSession, type Shared } from './link';

/** The page that is selected, for the link. */
interface Place {
  relation: number;
  block: number;
}

interface Source {
  script: string;
  steps: readonly StepScript[];
  /** How many of them print nothing. */
  silent: number;
  /** The last one of the branch that is looked at. */
  tip: number;
  seed: number;
  at: number;
  speed: number;
  place: Place | null;
  item: number;
}

/** The fragment of a link to a session. Steps are numbered from 1, in the order in which they ran. */
export function fragmentOf({
  script,
  steps,
  silent,
  tip,
  seed,
  at,
  speed,
  place,
  item,
}: Source): Promise<string> {
  const order = new Map(steps.map((step, i) => [step.id, i + 1]));
  const shared: Shared = {
    script,
    ran: steps.map(({ text, line, time, parent }) => ({
      text,
      line,
      time,
      after: order.get(parent) ?? 0,
    })),
    silent,
    tip: order.get(tip) ?? 0,
    at,
    seed,
    speed,
  };
  if (place) shared.page = { relation: place.relation, block: place.block, item };
  return packSession(shared);
}
