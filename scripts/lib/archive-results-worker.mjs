// A worker of archive-results.mjs, which writes a log, compresses it and joins its parts, one task at a time.
import { parentPort } from 'node:worker_threads';
import { archiver, memoryOf, server } from './engine.mjs';

const archive = await archiver();

/** Runs some work; returns its result, and how many seconds it took. */
function timed(work) {
  const start = performance.now();
  const result = work();
  return [result, (performance.now() - start) / 1000];
}

/**
 * Runs `work`; returns its result, and the seconds of clock and CPU that it took. Nothing else runs meanwhile,
 * so the process's CPU time is this thread's.
 */
function timedAlone(work) {
  const before = process.cpuUsage();
  const [result, seconds] = timed(work);
  const { user, system } = process.cpuUsage(before);
  return [result, { seconds, cpu: (user + system) / 1e6 }];
}

/** The size and times of a compressed file. Throws if it does not decompress to what went in. */
function checked(method, packed, took, plain) {
  const [same, unpacking] = timed(() => archive.holds(method, packed, plain));
  if (!same) throw new Error(`${method} gave back other bytes than went in.`);
  return { size: packed.length, ...took, unpacking };
}

const TASKS = {
  /** Writes the log of a workload. */
  write({ inside, setup, lines }) {
    const { run, log, close } = server(true);
    run(`SET wal_compression = '${inside}';`);
    for (const line of setup) run(line);
    run('SELECT pg_switch_wal();');
    const before = log().map(({ name }) => name);
    for (const line of lines) run(line);
    const files = log().filter(({ name }) => !before.includes(name));
    close();
    return files.map(({ bytes }) => bytes);
  },
  /** Compresses a part. */
  compress({ method, level, plain }) {
    return { packed: archive.compress(method, level, undefined, plain) };
  },
  /** Compresses a file as one piece, and measures it. */
  whole({ method, level, plain }) {
    const [packed, took] = timedAlone(() => archive.compress(method, level, undefined, plain));
    return checked(method, packed, took, plain);
  },
  memory: memoryOf,
  /** Joins compressed parts, and measures it. */
  join({ method, parts, plain }) {
    const [packed, took] = timedAlone(() => archive.join(method, parts));
    return checked(method, packed, took, plain);
  },
};

parentPort.on('message', async (task) => parentPort.postMessage(await TASKS[task.kind](task)));
