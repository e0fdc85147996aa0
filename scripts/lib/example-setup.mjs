// Prepares an example: copies its folder below target/examples, installs its tool and the packed npm package there, and
// builds its site.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CARGO } from './examples.mjs';
import { root } from './run-program.mjs';

const WORK = join(root, 'target', 'examples');
export const PACKED = join(WORK, 'toastscope.tgz');

/** What an earlier run installed: kept, since it takes minutes. */
const INSTALLED = new Set(['node_modules', 'venv']);

/** The folder that an example is built in. */
export const folderOf = ({ name }) => join(WORK, name);

/** Runs a program in a folder; throws what it printed when it fails. */
export function command([program, ...args], cwd) {
  return new Promise((done, fail) => {
    const parts = [];
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => parts.push(part));
    child.on('error', fail);
    child.on('close', (code) => {
      const text = Buffer.concat(parts).toString().trim();
      if (code === 0) return done(text);
      fail(new Error(`"${[program, ...args].join(' ')}" failed.\n${text}`));
    });
  });
}

/** Copies an example from the repository into its folder; what its installer put there stays. */
function copy(example) {
  const folder = folderOf(example);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!INSTALLED.has(name)) rmSync(join(folder, name), { recursive: true });
  }
  cpSync(join(root, 'examples', example.name), folder, { recursive: true });
  return folder;
}

/** Installs the example's tool with its own installer, and the package from its packed file. */
export async function install(example) {
  const folder = copy(example);
  // A packed file of the same name would be taken for the one that is there.
  rmSync(join(folder, 'node_modules', 'toastscope'), { recursive: true, force: true });
  rmSync(join(folder, 'node_modules', '.package-lock.json'), { force: true });
  await command(['npm', 'install', '--no-package-lock', '--no-audit', '--no-fund'], folder);
  if (example.needs === 'pip') {
    if (!existsSync(join(folder, 'venv'))) await command(['python3', '-m', 'venv', 'venv'], folder);
    await command(['venv/bin/pip', 'install', '--quiet', '-r', 'requirements.txt'], folder);
  }
  if (example.needs === 'cargo' && !existsSync(join(WORK, 'cargo', 'bin', example.tool))) {
    // Compiled in a folder that stays: one that was ended goes on where it was.
    const into = ['--root', join(WORK, 'cargo'), '--target-dir', join(WORK, 'cargo', 'target')];
    const version = ['--version', CARGO[example.tool], '--locked'];
    await command(['cargo', 'install', '--quiet', example.tool, ...version, ...into], folder);
  }
}

/** Builds the example's site, and copies the package's files to where it serves them. */
export async function build(example) {
  const folder = folderOf(example);
  const files = join(folder, 'node_modules', 'toastscope', 'dist', 'frame');
  cpSync(files, join(folder, example.frame), { recursive: true });
  for (const one of example.build) await command(one, folder);
  return join(folder, example.site);
}

/** The pinned version of an example's tool. */
export function versionOf({ name, tool, needs }) {
  if (!tool) return '';
  if (needs === 'cargo') return CARGO[tool];
  const file = join(root, 'examples', name, needs === 'pip' ? 'requirements.txt' : 'package.json');
  const text = readFileSync(file, 'utf8');
  if (needs === 'pip')
    return (
      text
        .split('\n')
        .find((line) => line.startsWith(`${tool}==`))
        ?.split('==')[1] ?? ''
    );
  return JSON.parse(text).dependencies[tool];
}
