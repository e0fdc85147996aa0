// npm start: builds the page and serves it; the last line is its address.
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

setUp();
run('npm', ['run', 'build', '-w', 'web', '--silent']);

// Only now, since a fresh machine has Vite from the set-up.
const { preview } = await import('vite');
const port = Number(process.env.PORT ?? 4173);
const server = await preview({ root: join(root, 'web'), preview: { port, host: 'localhost' } });
console.log(`\nToastscope is at ${server.resolvedUrls.local[0]}`);
