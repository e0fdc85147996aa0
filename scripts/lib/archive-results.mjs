// Makes what the archive lab opens with: the log of its first workload, with and without wal_compression, compressed by
// each program at its usual levels, in Node.js on the machine that makes the page. It is in target/beside/labs, as the
// lessons' tapes are.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Made } from './input-hash.mjs';
import { root } from './run-program.mjs';

const folder = join(root, 'target', 'beside', 'labs');
const tables = new Made('archived', {
  from: [
    ...['workloads', 'choices'].map((name) => `web/src/labs/archive/${name}.ts`),
    ...['scripts/lib/archive-results.mjs', 'scripts/lib/archive-results-worker.mjs'],
    ...['target/node/toastscope_bg.wasm', 'web/src/engine/generated/archive_bg.wasm'],
  ],
  makes: 'target/beside/labs/archive.json',
});
/** Workers that a file in blocks is compressed by: as many as there are cores, as a program does. */
const WORKERS = Math.min(16, availableParallelism());
const BLOCK = 1 << 20;

/** Starts a worker; returns the function that gives it a task and resolves with its answer. */
function startWorker() {
  const worker = new Worker(new URL('./archive-results-worker.mjs', import.meta.url));
  /** Gives the worker a task, and resolves with its result. */
  const ask = (task) =>
    new Promise((resolve, reject) => {
      worker.removeAllListeners();
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.postMessage(task);
    });
  return { ask, leave: () => worker.terminate() };
}

/** The sum of some numbers. */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** Compresses a file in blocks, one for each worker, and joins them to one file. */
async function inBlocks(crew, setting, plain) {
  const size = Math.max(BLOCK, Math.ceil(plain.length / WORKERS / BLOCK) * BLOCK);
  const blocks = [];
  for (let at = 0; at < plain.length; at += size) blocks.push(plain.subarray(at, at + size));
  const start = performance.now();
  const before = process.cpuUsage();
  const parts = await Promise.all(
    blocks.map((block, i) => crew[i].ask({ kind: 'compress', ...setting, plain: block })),
  );
  const seconds = (performance.now() - start) / 1000;
  // All threads of the process; the others stand still.
  const { user, system } = process.cpuUsage(before);
  const packed = parts.map((part) => part.packed);
  const joined = await crew[0].ask({ kind: 'join', method: setting.method, parts: packed, plain });
  const cpu = (user + system) / 1e6 + joined.cpu;
  return { ...joined, seconds: seconds + joined.seconds, cpu };
}

/** Writes the archive lab's tables, unless those of the same log and programs are there. */
export async function buildArchived() {
  if (tables.fresh()) return;
  const { load } = await import('./page-modules.mjs');
  const { WORKLOADS } = await load('labs/archive/workloads.ts');
  const { METHODS, PARALLEL } = await load('labs/archive/choices.ts');
  const crew = Array.from({ length: Math.max(2, WORKERS) }, startWorker);
  const insides = ['off', 'pglz'];
  const work = { setup: WORKLOADS[0].setup(), lines: WORKLOADS[0].lines() };
  const logs = await Promise.all(
    insides.map((inside, i) => crew[i].ask({ kind: 'write', inside, ...work })),
  );
  const results = [];
  const choices = METHODS.flatMap(({ method, usual }) => usual.map((level) => ({ method, level })));
  for (const setting of choices) {
    const memory = await crew[0].ask({ kind: 'memory', ...setting, plain: logs[0][0] });
    for (const [i, inside] of insides.entries()) {
      for (const way of PARALLEL[setting.method] ? ['whole', 'blocks'] : ['whole']) {
        const parts = [];
        for (const plain of logs[i])
          parts.push(
            way === 'whole'
              ? await crew[0].ask({ kind: 'whole', ...setting, plain })
              : await inBlocks(crew, setting, plain),
          );
        /** The sum of a field over all parts. */
        const total = (field) => sum(parts.map((part) => part[field]));
        const times = {
          seconds: total('seconds'),
          unpacking: total('unpacking'),
          cpu: total('cpu'),
        };
        const most = way === 'whole' && inside === 'off' ? { memory } : {};
        results.push({ ...setting, way, inside, size: total('size'), ...times, ...most });
      }
    }
  }
  await Promise.all(crew.map(({ leave }) => leave()));
  const sizes = logs.map((files, i) => ({
    inside: insides[i],
    segments: files.length,
    size: sum(files.map(({ length }) => length)),
  }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(tables.makes, JSON.stringify({ workers: WORKERS, logs: sizes, results }));
  tables.done();
  console.log(`the archive lab’s tables: ${results.length} files`);
}
