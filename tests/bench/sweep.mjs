// node tests/bench/sweep.mjs [STEP]: what access and updates cost against a document's size, under each
// strategy of the talk, as tables. The definition is the strategies lab's; every STEPth document of 0 to 100.
import { server } from '../../scripts/lib/engine.mjs';
import { load } from '../../scripts/lib/page-modules.mjs';

const { OPERATIONS, STRATEGIES } = await load('labs/strategies/strategies.ts');
const { MEASURES } = await load('labs/strategies/measures.ts');
const { courseOf } = await load('labs/strategies/curve-shape.ts');
const { sweep } = await load('labs/strategies/sweep.ts');

const step = Number(process.argv[2] ?? 20);
const points = [];
for (const strategy of STRATEGIES) {
  const { run, close } = server();
  for await (const point of sweep(strategy, step, run)) if (point) points.push(point);
  close();
  process.stderr.write('.');
}
process.stderr.write('\n');

const sizes = [...new Set(points.map((p) => p.bytes))].sort((a, b) => a - b);
/** Prints a row of a table. */
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
      /** What the statement of a point cost on the document stored whole. */
      const whole = (p) =>
        points.find(
          (w) => w.strategy === STRATEGIES[0] && w.operation === p.operation && w.id === p.id,
        ) ?? null;
      const values = own.map((p) => ({ bytes: p.bytes, value: value(p, whole(p)) }));
      row(strategy.name, [
        ...values.map((v) => v.value),
        courseOf(values, few).flatFrom ?? 'no size',
      ]);
    }
  }
}
