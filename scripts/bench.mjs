// npm run bench: measures the scripts that the goals name on the native engine, on its WebAssembly in Node.js, on
// PostgreSQL 15 and on PGlite, one after the other in each round, so that a busy machine slows all of them; then the
// codecs against the C libraries, and pgbench's clients beside the simulated ones. Prints medians of the rounds, and
// ratios round by round.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { providePglz } from './lib/pglz.mjs';
import { output, root, run } from './lib/run-program.mjs';
import { setUp } from './lib/setup.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SCRIPTS = ['01-lz4-tutorial', '03-jsonb-curse', '06-large-text'];
const folder = join(root, 'tests', 'transcripts', 'pg15');

setUp();
if (!providePglz()) console.log("pglz's C is not to be had here, so it is left out.");
run('cargo', ['build', '--release', '--quiet', '-p', 'toastscope-cli']);
run('cargo', ['build', '--release', '--quiet', '-p', 'toastscope-tests', '--bin', 'seconds']);

/** How many seconds a program takes; not a number if it fails. */
const timed = (program, args) => {
  const start = performance.now();
  const done = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return done.status === 0 ? (performance.now() - start) / 1000 : NaN;
};
/** What a script of tests/bench prints in its last line. */
const json = (script, file) => {
  const text = output('node', [join(root, 'tests', 'bench', script), file]);
  return text ? JSON.parse(text.split('\n').at(-1)) : { seconds: NaN };
};
/** The median of some numbers. */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
/** Seconds as text, or a dash. */
const show = (seconds) => (Number.isFinite(seconds) ? `${seconds.toFixed(2)} s` : '—');
/** The median of the quotients, round by round. */
const ratio = (a, b) => {
  const r = median(a.map((v, i) => v / b[i]));
  return Number.isFinite(r) ? r.toFixed(2) : '—';
};

const notes = [];
console.log(
  '\n| script | native | WebAssembly | its first run | PostgreSQL 15 | PGlite | PostgreSQL ÷ WebAssembly | ÷ its first run | PGlite ÷ WebAssembly | PostgreSQL ÷ native | memory |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const script of SCRIPTS) {
  const file = join(folder, `${script}.sql`);
  const times = { native: [], wasm: [], first: [], server: [], pglite: [] };
  let memory = 0;
  for (let round = 0; round < ROUNDS; round++) {
    times.native.push(timed(join(root, 'target', 'release', 'toastscope'), [file]));
    const wasm = json('wasm.mjs', file);
    memory = wasm.memory;
    times.wasm.push(wasm.seconds);
    times.first.push(wasm.first);
    const server = output(join(root, 'target', 'release', 'seconds'), [file]);
    times.server.push(server ? Number(server) : NaN);
    const pglite = json('pglite.mjs', file);
    times.pglite.push(pglite.seconds);
    if (round === 0 && pglite.failed?.length) {
      notes.push(
        [
          `PGlite could not run ${pglite.failed.length} of ${script}'s ${pglite.statements} statements, so its time lacks them:`,
          ...pglite.failed.map(({ statement, why }) => `- \`${statement}\`: ${why}`),
        ].join('\n'),
      );
    }
  }
  const m = Object.fromEntries(Object.entries(times).map(([k, v]) => [k, median(v)]));
  console.log(
    `| ${script} | ${show(m.native)} | ${show(m.wasm)} | ${show(m.first)} | ${show(m.server)} | ${show(m.pglite)} | ` +
      `${ratio(times.server, times.wasm)} | ${ratio(times.server, times.first)} | ` +
      `${ratio(times.pglite, times.wasm)} | ${ratio(times.server, times.native)} | ${memory.toFixed(0)} MB |`,
  );
}
for (const note of notes) console.log(`\n${note}`);
if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) {
  console.log('\nPostgreSQL 15 is not here (Debian: postgresql-15), so its column is empty.');
}
console.log();
run('npm', ['run', 'build', '-w', 'web', '--silent']);
const stage = json('stage.mjs', '');
if (stage.playing) {
  const { running, playing, seeking } = stage;
  console.log(
    '| the page with the curse | frames a second | longest task, running | longest task, playing | tasks over 50 ms, playing | longest task, seeking | slowest seek until drawn |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  console.log(
    `| ${stage.tapeFrames} frames on the tape | ${stage.framesPerSecond.toFixed(0)} | ${running.longest.toFixed(0)} ms | ` +
      `${playing.longest.toFixed(0)} ms | ${playing.over50} | ${seeking.longest.toFixed(0)} ms | ${stage.slowestSeek.toFixed(0)} ms |`,
  );
  console.log();
}
const page = json('ready.mjs', '');
if (page.ready) {
  const { ready, statement, looked, moved, dragged, draggedSlow } = page;
  /** How smoothly it played, as text. */
  const frames = ({ framesPerSecond, ofMainThread }) =>
    `${framesPerSecond.toFixed(0)}, ${ofMainThread.toFixed(1)} ms each`;
  console.log(
    '| the page from a warm cache | runs SQL after | first statement, at once | a tenth of a second later | first view moves after | dragged, frames a second | at a quarter of the speed |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  console.log(
    `| | ${ready.toFixed(0)} ms | ${statement.toFixed(0)} ms | ${looked.toFixed(0)} ms | ${moved.toFixed(0)} ms | ${frames(dragged)} | ${frames(draggedSlow)} |`,
  );
  console.log();
}
const ten = json('embeds.mjs', '');
if (ten.embeds) {
  console.log(
    `| ${ten.embeds} embeds on one page, more than an empty one | played from recordings | with an engine | engines |`,
  );
  console.log('|---|---:|---:|---:|');
  for (const [what, { shown, asked }] of [
    ['small lessons, each with SQL of its own', ten.small],
    ['the curse, one with SQL of its own', ten.curse],
  ])
    console.log(
      `| ${what} | ${shown.memory.toFixed(0)} MB | ${asked.memory.toFixed(0)} MB | ${asked.engines} |`,
    );
  console.log();
}
run('cargo', ['run', '--release', '--quiet', '-p', 'toastscope-tests', '--example', 'codecs']);
console.log();
run('cargo', ['run', '--release', '--quiet', '-p', 'toastscope-tests', '--bin', 'clients']);
