// npm run studies: what the labs of studies open with, measured by the engine and kept in the sources. With names,
// only those studies. The modules must be built.
//
//   npm run studies                  all of them, some minutes
//   npm run studies -- text          one of them
//   npm run studies -- document      docs/studies.md and what it needs besides the labs' rows
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { packing, server } from './lib/engine.mjs';
import { fail, root } from './lib/run-program.mjs';
import { load } from './lib/page-modules.mjs';
import { documentOf } from './studied/document.mjs';
import { ran } from './studied/run.mjs';

const { STUDIES } = await load('labs/study/studies.ts');
const { rowsBy } = await load('labs/study/measure.ts');
const { csvOf } = await load('labs/study/csv.ts');

const DOCUMENT = 'document';
const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (name !== DOCUMENT && !STUDIES.some(({ id }) => id === name))
    fail(`There is no study ${name}.`);
}

for (const study of STUDIES) {
  if (wanted.length > 0 && !wanted.includes(study.id)) continue;
  const rows = [];
  for (const job of study.jobs({ values: study.shipped, files: [], proposed: await packing() })) {
    const { run, close } = server();
    rows.push(...(await rowsBy(job, run)));
    close();
    process.stderr.write('.');
  }
  writeFileSync(
    join(root, 'web', 'src', 'labs', study.id, 'shipped.csv'),
    csvOf(study.columns, rows),
  );
  process.stderr.write(` ${study.id}: ${rows.length} rows\n`);
}

if (wanted.length === 0 || wanted.includes(DOCUMENT)) {
  const kept = join(root, 'web', 'src', 'labs', 'beside', 'ran.json');
  writeFileSync(kept, `${JSON.stringify(await ran(), null, 2)}\n`);
  const { allFigures } = await load('labs/beside/study-figures.ts');
  const file = join(root, 'docs', 'studies.md');
  const style = { ...(await resolveConfig(file)), parser: 'markdown' };
  writeFileSync(file, await format(documentOf(allFigures()), style));
}
