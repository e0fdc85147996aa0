// npm test: everything there is to check. Steps that do not need each other run side by side; what each printed
// is kept together, and shown when it failed. What is not on this machine (a browser, a PostgreSQL) is left
// out, and the last lines say so; with NOTHING_LEFT_OUT=1, as .ci/run has it, that fails.
//
// npm test -- NAME...  runs only the steps whose name has one of the words in it, and those they need.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { chromiumLaunch } from './lib/chromium.mjs';
import { page } from './lib/input-hash.mjs';
import { providePglz } from './lib/pglz.mjs';
import { fail, has, output } from './lib/run-program.mjs';
import { setUpTools } from './lib/setup.mjs';
import { runSteps } from './lib/parallel-steps.mjs';

setUpTools();

const hasBrowser = has(chromiumLaunch.executablePath);
const hasServer =
  existsSync('/usr/lib/postgresql/15/bin/postgres') ||
  output('pg_config', ['--version']).startsWith('PostgreSQL 15');
const hasPglz = providePglz({ fetch: false });

// Native code is compiled once, by the quick profile. The crates for JavaScript would switch on what only they
// need, and with it compile everything below them a second time.
const NATIVE = ['--workspace'].concat(
  [
    'toastscope-wasm',
    'toastscope-archive-wasm',
    'toastscope-advise-wasm',
    'toastscope-bindgen',
  ].flatMap((c) => ['--exclude', c]),
);
const quick = ['cargo', 'test', '--quiet', '--profile', 'quick', ...NATIVE];
const clippy = ['cargo', 'clippy', '--quiet', '--all-targets', '--', '-D', 'warnings'];
const programs = process.env.ORACLE_PROGRAMS ?? '20';
// A browser waits a good deal: even on two cores two files at a time take less than one by one.
const files = `--test-concurrency=${Math.max(2, availableParallelism())}`;
const cached = ['--cache', '--cache-strategy', 'content'];

const steps = [
  // What everything else waits for, first: so both cores are busy with it from the beginning.
  { name: 'modules', commands: [['node', 'scripts/modules.mjs']] },
  {
    name: 'native build',
    commands: [[...quick, '--no-run']],
    leftOut: () =>
      hasPglz
        ? []
        : ["pglz against PostgreSQL's own (libpgcommon.a of Debian's postgresql-server-dev-15)"],
  },
  {
    name: 'formatting',
    commands: [
      ['cargo', 'fmt', '--all', '--check'],
      // Keyed by content, version and options.
      [
        ...['npx', 'prettier', '--check', '--log-level', 'warn', ...cached],
        ...['--cache-location', 'target/made/prettier', '.'],
      ],
      ['node', 'scripts/notice.mjs', '--check'],
    ],
  },
  {
    name: 'page build',
    after: ['modules'],
    commands: [
      ['node', 'scripts/recorded.mjs'],
      ['npm', 'run', 'build', '-w', 'web', '--silent'],
    ],
    unless: () => page.fresh(),
    then: () => page.done(),
  },
  {
    name: 'browser',
    after: ['page build'],
    commands: hasBrowser ? [['node', '--test', files, '--test-reporter=spec', 'tests/e2e/']] : [],
    leftOut: () => (hasBrowser ? [] : ['the page in a browser (Debian: chromium-headless-shell)']),
  },
  {
    // Packed, installed and used as others do.
    name: 'npm package',
    after: ['page build'],
    commands: [
      ['node', 'scripts/package.mjs'],
      ['node', '--test', '--test-reporter=spec', 'tests/package/'],
    ],
  },
  {
    // The maker of the glue is built by the profile that builds it for the modules.
    name: 'glue',
    after: ['modules'],
    commands: [['cargo', 'test', '--quiet', '--profile', 'tool', '-p', 'toastscope-bindgen']],
  },
  { name: 'engine', after: ['native build'], commands: [[...quick, '--no-fail-fast']] },
  {
    name: 'live server',
    after: ['native build'],
    commands: hasServer
      ? [
          ['target/quick/oracle', '--programs', programs, '--seed', '1'],
          ['target/quick/oracle', '--queries', '100', '--seed', '1'],
        ]
      : [],
    leftOut: () =>
      hasServer ? [] : ['the live comparison (PostgreSQL 15; Debian: postgresql-15)'],
  },
  { name: 'clippy', commands: [clippy] },
  {
    // Rustdoc reads what clippy has checked: the same compiler, so nothing is checked twice.
    name: 'documentation',
    after: ['clippy'],
    commands: [['cargo', 'doc', '--quiet', '--no-deps']],
    env: {
      RUSTDOCFLAGS: '-D warnings',
      RUSTC_WORKSPACE_WRAPPER: output('rustup', ['which', 'clippy-driver']),
      CLIPPY_ARGS: '-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__',
    },
  },
  {
    name: 'eslint',
    commands: [['npx', 'eslint', ...cached, '--cache-location', 'target/made/eslint', '.']],
  },
  {
    name: 'svelte-check',
    after: ['modules'],
    commands: [['npm', 'run', 'check', '-w', 'web', '--silent']],
  },
  {
    name: 'recordings',
    after: ['modules'],
    commands: [['node', 'scripts/recordings.mjs', '--check']],
  },
  {
    name: "the page's parts",
    after: ['modules'],
    commands: [['npm', 'run', 'test', '-w', 'web', '--silent']],
  },
];

/** The steps whose names contain one of the words, and the steps they need; without words all steps. */
function wanted(words) {
  const names = new Set();
  /** Adds a step, and those that it needs. */
  const add = (name) => {
    names.add(name);
    for (const needed of steps.find((step) => step.name === name).after ?? []) add(needed);
  };
  for (const word of words) {
    const found = steps.filter((step) => step.name.includes(word));
    if (found.length === 0)
      fail(`No step has "${word}" in it: ${steps.map((s) => s.name).join(', ')}.`);
    for (const step of found) add(step.name);
  }
  return steps.filter((step) => words.length === 0 || names.has(step.name));
}

const { failed, leftOut } = await runSteps(wanted(process.argv.slice(2)));
for (const what of leftOut) console.log(`Left out: ${what}.`);
if (failed.length > 0) fail(`Failed: ${failed.join(', ')}.`);
if (leftOut.length > 0 && process.env.NOTHING_LEFT_OUT) fail('Nothing may be left out here.');
console.log(leftOut.length ? '\nAll that could run has passed.' : '\nEverything has passed.');
