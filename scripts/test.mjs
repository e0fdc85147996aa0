// npm test: everything there is to check, in the order in which a mistake shows soonest. What is not
// on this machine (a browser, a PostgreSQL) is left out, and the last lines say so.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { beside, has, output, run } from './lib/run.mjs';
import { setUpTools } from './lib/setup.mjs';

const leftOut = [];
const step = async (name, work) => {
  const start = Date.now();
  console.log(`\n— ${name}`);
  await work();
  console.log(`  ${((Date.now() - start) / 1000).toFixed(1)} s`);
};

setUpTools();

await step('Formatting', () => {
  run('cargo', ['fmt', '--all', '--check']);
  run('npx', ['prettier', '--check', '--log-level', 'warn', '.']);
  run('node', ['scripts/notice.mjs', '--check']);
});
await step("Linting, documentation, and the page's modules", async () => {
  // Optimizing the modules keeps one core busy for minutes, and clippy the other.
  const modules = beside('node', ['scripts/modules.mjs']);
  run('cargo', ['clippy', '--quiet', '--all-targets', '--', '-D', 'warnings']);
  const env = { ...process.env, RUSTDOCFLAGS: '-D warnings' };
  run('cargo', ['doc', '--quiet', '--no-deps'], { env });
  run('npx', ['eslint', '.']);
  await modules();
  run('npm', ['run', 'check', '-w', 'web', '--silent']);
});
await step('The engine, its codecs and the recorded transcripts', () => {
  run('cargo', ['test', '--quiet', '--release']);
  if (
    !process.env.LIBPGCOMMON_DIR &&
    !existsSync(`${output('pg_config', ['--pkglibdir'])}/libpgcommon.a`)
  ) {
    leftOut.push(
      "pglz against PostgreSQL's own: libpgcommon.a is not here (Debian: postgresql-server-dev-15)",
    );
  }
});
await step('The engine beside a live PostgreSQL 15', () => {
  const programs = process.env.ORACLE_PROGRAMS ?? '20';
  run('cargo', [
    'run',
    '--quiet',
    '--release',
    '-p',
    'toastscope-tests',
    '--bin',
    'oracle',
    '--',
    '--programs',
    programs,
  ]);
  const server = output('pg_config', ['--version']);
  if (!server.startsWith('PostgreSQL 15') && !existsSync('/usr/lib/postgresql/15/bin/postgres')) {
    leftOut.push('the live comparison: PostgreSQL 15 is not here (Debian: postgresql-15)');
  }
});
await step("The page's parts", () => run('npm', ['run', 'test', '-w', 'web', '--silent']));
await step('The page in a browser', () => {
  const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (!has(chromium)) {
    leftOut.push(`the page in a browser: ${chromium} is not here (Debian: chromium)`);
    return;
  }
  run('npm', ['run', 'build', '-w', 'web', '--silent']);
  // A browser waits a good deal: even on two cores two files at a time take less than one by one.
  const files = `--test-concurrency=${Math.max(2, availableParallelism())}`;
  run('node', ['--test', files, '--test-reporter=spec', 'tests/e2e/'], {
    env: { ...process.env, CHROMIUM: chromium },
  });
});

for (const what of leftOut) console.log(`Left out: ${what}.`);
console.log(leftOut.length ? '\nAll that could run has passed.' : '\nEverything has passed.');
