// npm run build: the page, ready to be served from web/dist.
import { setUp } from './lib/setup.mjs';
import { run } from './lib/run.mjs';

setUp();
run('npm', ['run', 'build', '-w', 'web', '--silent']);
