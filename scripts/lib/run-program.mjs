// Runs other programs, and says plainly which one is missing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints a sentence that says what is wrong and what to do, and ends the process. */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Whether a program is installed and can be started. */
export function has(program, args = ['--version']) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** The output of a program without the last newline; '' if it fails. */
export function output(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', cwd: root, ...options });
  return done.status === 0 ? done.stdout.trim() : '';
}

/** Runs a program in the repository's folder; ends the process if it fails. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { stdio: 'inherit', cwd: root, ...options });
  if (done.error) fail(`${program} could not be started: ${done.error.message}`);
  if (done.status !== 0) fail(`"${[program, ...args].join(' ')}" failed.`);
}
