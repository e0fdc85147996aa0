// Runs steps side by side as far as they allow it. The output of each is kept together, and a table says how long they
// took.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './run-program.mjs';

/** What a step says that is no failure, but that something could not run here. */
const LEFT_OUT = /^Left out: (.*?)\.?$/gm;

/** Runs a program; resolves with all of its output, and whether it succeeded. */
function capture([program, ...args], env) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, CARGO_TERM_COLOR: process.stdout.isTTY ? 'always' : 'auto', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** Ends the program. */
    const stop = () => child.kill();
    process.once('exit', stop);
    const parts = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => parts.push(part));
    child.on('error', (error) => parts.push(Buffer.from(`${program}: ${error.message}\n`)));
    child.on('close', (code) => {
      process.off('exit', stop);
      done({ ok: code === 0, text: Buffer.concat(parts).toString() });
    });
  });
}

/** The time between two moments, as text. */
const seconds = (from, to) => `${((to - from) / 1000).toFixed(1)} s`;

/** Runs a step's commands one after the other, up to the first that fails. */
async function work(step) {
  if (step.unless?.()) return { ok: true, text: '', skipped: true };
  let text = '';
  for (const command of step.commands) {
    const done = await capture(command, step.env);
    text += done.text;
    if (!done.ok) return { ok: false, text: `${text}\n"${command.join(' ')}" failed.\n` };
  }
  step.then?.();
  return { ok: true, text };
}

/**
 * Runs steps `{ name, commands, after, env, unless, then, leftOut }`: each once those that `after` names have
 * passed, at most `atOnce` at a time, in the order of the list. When a step fails, all others still run, except
 * those that need it. Returns the steps that failed and those that were left out.
 */
export async function runSteps(steps, { atOnce = Math.max(2, availableParallelism()) } = {}) {
  const began = Date.now();
  const state = new Map(steps.map((step) => [step.name, { step, status: 'waits' }]));
  /** What has become of a step. */
  const status = (name) => state.get(name)?.status ?? 'passed';
  const running = new Set();
  const leftOut = [];

  /** Starts a step. */
  const start = (own) => {
    own.status = 'runs';
    own.from = Date.now();
    const over = work(own.step).then(({ ok, text, skipped }) => {
      own.to = Date.now();
      own.status = ok ? 'passed' : 'failed';
      own.skipped = skipped;
      const mark = skipped ? 'as it was' : seconds(own.from, own.to);
      console.log(`\n— ${own.step.name}: ${ok ? '' : 'FAILED, '}${mark}`);
      for (const [, what] of text.matchAll(LEFT_OUT)) leftOut.push(what);
      if (own.step.leftOut && !skipped) leftOut.push(...own.step.leftOut());
      if (!ok) console.log(text.trimEnd().replaceAll(/^/gm, '  '));
      running.delete(over);
    });
    running.add(over);
  };

  for (;;) {
    for (const own of state.values()) {
      const needs = own.step.after ?? [];
      if (own.status !== 'waits') continue;
      if (needs.some((n) => ['failed', 'left'].includes(status(n)))) own.status = 'left';
      else if (running.size < atOnce && needs.every((n) => status(n) === 'passed')) start(own);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  table([...state.values()], began);
  const failed = [...state.values()].filter((own) => own.status !== 'passed');
  return { failed: failed.map((own) => own.step.name), leftOut };
}

/** Prints when each step began and how long it took. */
function table(all, began) {
  const rows = all.map(({ step, status, from, to, skipped }) => [
    step.name,
    from ? seconds(began, from) : '',
    skipped ? 'as it was' : from ? seconds(from, to) : 'not run',
    status === 'passed' ? '' : status === 'failed' ? 'FAILED' : 'needs what failed',
  ]);
  console.log();
  printTable(['step', 'began at', 'took', ''], rows);
  console.log(`\n${seconds(began, Date.now())} in all.`);
}

/** Prints columns under their headings, numbers aligned to the right. */
export function printTable(heads, rows) {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)));
  /** A line of the table. */
  const line = (cells) =>
    cells
      .map((cell, i) =>
        i === 0 || i === heads.length - 1 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]),
      )
      .join('  ')
      .trimEnd();
  for (const row of [heads, ...rows]) console.log(line(row));
}

/** Times the parts of a command that run one after the other. */
export class Stopwatch {
  #rows = [];
  #began = Date.now();

  /** Runs a part and records how long it took. */
  async time(name, part) {
    const from = Date.now();
    const result = await part();
    this.#rows.push([name, seconds(from, Date.now()), '']);
    return result;
  }

  /** Prints the table of all parts. */
  print() {
    console.log();
    printTable(
      ['step', 'took', ''],
      [...this.#rows, ['in all', seconds(this.#began, Date.now()), '']],
    );
  }
}
