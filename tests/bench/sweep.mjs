// node tests/bench/sweep.mjs [STEP]: what access and updates cost against a document's size, under each
// strategy of the talk, as tables. The definition is the strategies lab's; every STEPth document of 0 to 100.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const lab = fileURLToPath(new URL('../../web/src/labs/strategies/', import.meta.url));
const load = async (file) => (await runnerImport(lab + file, { logLevel: 'error' })).module;
const { OPERATIONS, STRATEGIES } = await load('strategies.ts');
const { MEASURES } = await load('measures.ts');
const { courseOf } = await load('course.ts');
const { sweep } = await load('sweep.ts');

const { LogWriter } = createRequire(import.meta.url)('../../target/node/toastscope.js');
globalThis.toastscopeInterrupted = () => false;
globalThis.toastscopePanicked = (text) => console.error(text);

const step = Number(process.argv[2] ?? 20);
const points = [];
for (const strategy of STRATEGIES) {
  const server = new LogWriter(262_144, 4 * 2 ** 30, 15);
  const run = (statement) =>
    statement
      .split('\n')
      .map((line) => server.line(line))
      .join('');
  for await (const point of sweep(strategy, step, run)) if (point) points.push(point);
  server.free();
  process.stderr.write('.');
}
process.stderr.write('\n');

const sizes = [...new Set(points.map((p) => p.bytes))].sort((a, b) => a - b);
const row = (first, cells) => console.log(`| ${[first, ...cells].join(' | ')} |`);
for (const operation of OPERATIONS) {
  for (const { unit, value, few } of MEASURES[operation.kind]) {
    console.log(`\n${operation.kind} of ${operation.target}, ${operation.about}: ${unit}\n`);
    row('bytes', [...sizes, 'flat from']);
    row(
      '---',
      [...sizes, ''].map(() => '---:'),
    );
    for (const strategy of STRATEGIES) {
      const own = points.filter(
        (p) => p.strategy.id === strategy.id && p.operation.id === operation.id,
      );
      const values = own.map((p) => ({ bytes: p.bytes, value: value(p) }));
      row(strategy.name, [
        ...values.map((v) => v.value),
        courseOf(values, few).flatFrom ?? 'no size',
      ]);
    }
  }
}
