// npm run build: the page, ready to be served from web/dist.
import { join } from 'node:path';
import { compressModules } from './lib/compress.mjs';
import { buildRecorded } from './lib/recorded.mjs';
import { root, run } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

setUp();
await buildRecorded();
run('npm', ['run', 'build', '-w', 'web', '--silent']);
await compressModules(join(root, 'web', 'dist'));
