// npm run rare: finds out which functions of the engine no lesson calls, and writes their paths to engine/wasm/rare.txt.
//
// They come in a WebAssembly module of their own, so that the one that all wait for is light. To be run when a test says
// that a lesson calls one of them, or that the first module has grown.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { recorder } from './lib/record.mjs';
import { root, run } from './lib/run-program.mjs';
import { MODULES, linked, setUp } from './lib/setup.mjs';
import { uncalledPaths } from './lib/uncalled-paths.mjs';

/** Scripts that are run besides the lessons: their exercises, and what the product's demonstrations rest on. */
const SCRIPTS = ['lessons', 'exercises', 'pg15'];

const HEADER = `# What no lesson calls, written by npm run rare: these functions, and those that only they call, are a WebAssembly module
# that is loaded when the first of them is called. The lines are as in later.txt.
[rare]
`;

setUp();
const { crate, name, later } = MODULES[0];
const folder = join(root, 'target', 'called');
mkdirSync(folder, { recursive: true });
const tool = ['run', '--quiet', '--profile', 'tool', '-p', 'toastscope-bindgen', '--'];
run('cargo', [...tool, linked(crate), folder, 'node', name, '--called']);
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
globalThis.toastscopeLater = () => {};
const engine = createRequire(import.meta.url)(join(folder, `${name}.js`));

const record = await recorder(engine);
const lessons = join(root, 'web', 'src', 'lessons');
for (const id of readdirSync(lessons)) if (existsSync(join(lessons, id, 'lesson.md'))) record(id);

/** Runs a script as psql does. */
function play(file) {
  const psql = new engine.Engine(262_144, 2 ** 31, 1);
  psql.begin(file, 0);
  for (const line of readFileSync(file, 'utf8').split('\n')) psql.line(line);
  psql.finish();
  // Going back in the history.
  psql.restore(psql.mark());
  psql.free();
}

for (const part of SCRIPTS) {
  const scripts = join(root, 'tests', 'transcripts', part);
  for (const file of readdirSync(scripts).filter((file) => file.endsWith('.sql')))
    play(join(scripts, file));
}

const [parts, rare] = later.map((file) => join(root, file));
const listed = readFileSync(parts, 'utf8').split('\n');
const paths = uncalledPaths(engine.calledFunctions(), new Set(listed));
writeFileSync(rare, `${HEADER}${paths.join('\n')}\n`);
console.log(`${paths.length} paths in ${later[1]}`);
