// npm run fuzz: changed scripts, values, pages, segments, streams, archives and pgbench scripts, against a panic and a hang; a
// minute each on a new seed. Arguments go on to tests/fuzz: npm run fuzz -- --target sql --seconds 14400
import { randomInt } from 'node:crypto';
import { run } from './lib/run-program.mjs';
import { setUpTools } from './lib/setup.mjs';

setUpTools();
const given = process.argv.slice(2);
if (!given.includes('--seed')) given.push('--seed', String(randomInt(1_000_000, 1_000_000_000)));
console.log(`npm run fuzz -- ${given.join(' ')}`);
const cargo = ['run', '--quiet', '--profile', 'quick', '-p', 'toastscope-tests', '--bin', 'fuzz'];
run('cargo', [...cargo, '--', ...given]);
