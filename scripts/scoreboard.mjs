// npm run scoreboard -- --source FOLDER: runs PostgreSQL's own test scripts about storage, from a checkout of its source, on
// a live server and on the engine, and writes docs/scoreboard.md. Arguments go on to tests/scoreboard.
import { run } from './lib/run-program.mjs';
import { setUpTools } from './lib/setup.mjs';

setUpTools();
const cargo = ['--quiet', '--profile', 'quick', '-p', 'toastscope-tests', '--bin'];
run('cargo', ['build', ...cargo, 'oracle', '--bin', 'fuzz']);
run('cargo', ['run', ...cargo, 'scoreboard', '--', ...process.argv.slice(2)]);
