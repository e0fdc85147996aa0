// npm start: builds the page and serves it. It prints how long each part took, and its address on the last line.
import { join } from 'node:path';
import { page } from './lib/input-hash.mjs';
import { buildRecorded } from './lib/recorded.mjs';
import { root, run } from './lib/run-program.mjs';
import { buildModules, setUpTools } from './lib/setup.mjs';
import { Stopwatch } from './lib/parallel-steps.mjs';

const watch = new Stopwatch();
await watch.time('tools and packages', setUpTools);
await watch.time('modules', buildModules);
await watch.time('page', async () => {
  if (page.fresh()) return;
  await buildRecorded();
  run('npm', ['run', 'build', '-w', 'web', '--silent']);
  page.done();
});
watch.print();

// Only now, since a fresh machine has Vite from the set-up.
const { preview } = await import('vite');
const port = Number(process.env.PORT ?? 4173);
const server = await preview({ root: join(root, 'web'), preview: { port, host: 'localhost' } });
console.log(`\nToastscope is at ${server.resolvedUrls.local[0]}`);
