// npm run oracle: runs random programs on a live PostgreSQL (15, or what --server names) and on the engine, with new
// seeds. Arguments go on to the oracle: npm run oracle -- --programs 300 --wide --server 17
import { randomInt } from 'node:crypto';
import { run } from './lib/run-program.mjs';
import { setUpTools } from './lib/setup.mjs';

setUpTools();
const given = process.argv.slice(2);
if (!given.some((word) => ['--seed', '--show', '--script'].includes(word))) {
  const seed = randomInt(1_000_000, 1_000_000_000);
  console.log(
    `Seed ${seed}; to repeat this: npm run oracle -- ${[...given, '--seed', seed].join(' ')}`,
  );
  given.push('--seed', String(seed));
}
const cargo = ['run', '--quiet', '--profile', 'quick', '-p', 'toastscope-tests', '--bin', 'oracle'];
run('cargo', [...cargo, '--', ...given]);
