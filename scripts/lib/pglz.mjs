// Gets PostgreSQL's own pglz, to compare ours with it: libpgcommon.a of Debian's postgresql-server-dev-15. The package
// is large and needs many others, so it is only unpacked, into target/.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { has, output, root } from './run-program.mjs';

const PACKAGE = 'postgresql-server-dev-15';
const folder = join(root, 'target', 'postgresql-server-dev');
const unpacked = join(folder, 'usr', 'lib', 'postgresql', '15', 'lib');
/** Whether the library is in a folder. */
const inside = (path) => path && existsSync(join(path, 'libpgcommon.a'));

/** The folder with libpgcommon.a; with `fetch` it is downloaded if it is missing. Empty if it cannot be had. */
export function pglzLibrary({ fetch = true } = {}) {
  for (const path of [
    process.env.LIBPGCOMMON_DIR,
    output('pg_config', ['--pkglibdir']),
    unpacked,
  ]) {
    if (inside(path)) return path;
  }
  if (!fetch || !has('apt-get') || !has('dpkg')) return '';
  mkdirSync(folder, { recursive: true });
  /** Runs a program; whether it succeeded. */
  const run = (program, args) =>
    spawnSync(program, args, { cwd: folder, stdio: 'ignore' }).status === 0;
  /** Downloads the package. */
  const fetched = () => run('apt-get', ['download', '-qq', PACKAGE]);
  if (!fetched() && !(run('apt-get', ['update', '-qq']) && fetched())) return '';
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  return file && run('dpkg', ['-x', file, '.']) && inside(unpacked) ? unpacked : '';
}

/** Tells Cargo where the library is, in this process and those it starts. */
export function providePglz(options) {
  const path = pglzLibrary(options);
  if (path) process.env.LIBPGCOMMON_DIR = path;
  return path !== '';
}
