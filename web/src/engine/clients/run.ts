// A script of pgbench run for several numbers of clients: the engine runs each client's transactions once, then they
// go side by side.
import type { Clients } from '../generated/toastscope.js';
import type { Report, Request } from './protocol';

/** The class of the module that is at hand: the page's, or Node.js's. */
export type Maker = new (
  setUp: string,
  options: string,
  names: string[],
  texts: string[],
) => Pick<Clients, 'round' | 'run' | 'free'>;

const SCRIPT = 'script.sql';

/** pgbench's options for a run. */
const optionsOf = (clients: number, seconds: number) =>
  `-n -c ${clients} -j ${Math.min(clients, 2)} -T ${seconds} -f ${SCRIPT}`;

/** Runs the script for each number of clients. Yields the share that is done, and each report when it is ready. */
export function* runs(
  Made: Maker,
  { work, machine, counts, rounds, seconds }: Request,
): Generator<number | Report> {
  const most = Math.max(...counts);
  const clients = new Made(work.setUp, optionsOf(most, seconds), [SCRIPT], [work.script]);
  try {
    const steps = rounds + counts.length;
    for (let round = 0; round < rounds; round++) {
      clients.round();
      yield (round + 1) / steps;
    }
    for (const [i, count] of counts.entries()) {
      yield clients.run(count, machine.cores, machine.flushMs);
      yield (rounds + i + 1) / steps;
    }
  } finally {
    clients.free();
  }
}
