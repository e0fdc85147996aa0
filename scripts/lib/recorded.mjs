// What lies beside the page: its lessons' steps as they ran, to be played without the engine.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Made } from './inputs.mjs';
import { root } from './run.mjs';

const zip = promisify(gzip);
const beside = join(root, 'target', 'beside');
const folder = join(beside, 'recorded');

/** What reads the lessons, and writes down what comes of them. */
const READERS = [
  ...['lessons/list', 'lessons/parse', 'lessons/blocks', 'lessons/format', 'lessons/relation'],
  ...['engine/history', 'recorded/format', 'recorded/recording'],
];

/** What the lessons' steps do. */
const recorded = new Made('recorded', {
  from: [
    ...readdirSync(join(root, 'web/src/lessons')).map((id) => `web/src/lessons/${id}/lesson.md`),
    ...READERS.map((name) => `web/src/${name}.ts`),
    'scripts/lib/record.mjs',
    'target/node/toastscope_bg.wasm',
  ],
  makes: 'target/beside/recorded',
});

/** Writes the tapes of all lessons into target/beside/recorded, unless those there are of the same lessons and engine. */
export async function buildRecorded() {
  if (recorded.fresh()) return;
  // A fresh machine has Vite, which this reads the lessons by, only once it was set up.
  const { load, recorder } = await import('./record.mjs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const lessonOf = await recorder();
  const { LESSONS } = await load('lessons/list.ts');
  const { pack } = await load('recorded/format.ts');
  const sizes = [];
  for (const { id } of LESSONS) {
    mkdirSync(join(folder, id));
    const { steps } = lessonOf(id);
    for (const [i, step] of steps.entries()) {
      if (!step) continue;
      const packed = await zip(pack(step), { level: 9 });
      sizes.push(packed.length);
      writeFileSync(join(folder, id, `${i + 1}.tape`), packed);
    }
  }
  recorded.done();
  sizes.sort((a, b) => a - b);
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const sum = sizes.reduce((a, b) => a + b, 0);
  console.log(
    `${sizes.length} recorded steps, ${kB(sum)}: half of them under ${kB(sizes[sizes.length >> 1])}, the largest ${kB(sizes.at(-1))}`,
  );
}
