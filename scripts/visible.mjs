// npm run visible: checks, at every size, that all that lessons speak of is in view. With names it checks those lessons
// alone; with sizes, as in `npm run visible -- pointer 360x740 frame`, those sizes alone.
import { spawnSync } from 'node:child_process';

const names = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-reporter=spec', 'tests/e2e/visible.test.mjs'],
  { stdio: 'inherit', env: { ...process.env, VISIBLE: names.join(' ') } },
);
process.exit(status ?? 1);
