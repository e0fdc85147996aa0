// What the lessons' tests share: the texts of the lessons, and the engine that runs them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from './parse';
import { readOutcome } from './outcome';

const here = new URL('.', import.meta.url);
const module = new URL('../../../target/node/toastscope.js', here);

/** The ids of the lessons that come with the page. */
export const shippedIds = readdirSync(here).filter((id) =>
  existsSync(new URL(`${id}/lesson.md`, here)),
);

/** Reads a lesson; throws an error with its faults. */
export function lessonOf(id) {
  const { lesson, faults } = parse(readFileSync(new URL(`${id}/lesson.md`, here), 'utf8'));
  if (!lesson) throw new Error(faults.map((f) => `${id}:${f.line}: ${f.message}`).join('\n'));
  return lesson;
}

/** Whether the engine's module was built. */
export const engineModule = () => existsSync(module);

/** A new engine, from the module that was built. */
export function newEngine() {
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  const { Engine } = createRequire(import.meta.url)(module.pathname);
  return new Engine(262_144, 2 ** 31, 1);
}

/** Runs SQL as the page does, and gives what it printed. */
export const printedBy = (engine, sql) =>
  [...sql.split('\n').map((line) => engine.line(line)), engine.finish()].join('');

/** Runs all steps of a lesson on a PostgreSQL version, and gives what each printed. */
export function playedOn(lesson, server = '15') {
  const engine = newEngine();
  engine.begin('lesson.sql', 0);
  if (server !== '15') printedBy(engine, `SET toastscope.server = '${server}';`);
  return lesson.steps.map(({ sql }) => (sql ? printedBy(engine, sql) : ''));
}

const transcripts = new URL('../../../tests/transcripts/', here);

/** The path of a lesson's recorded script or output. What no server can print has a folder of its own. */
export const recordedAt = (id, ending) => {
  const own = existsSync(new URL(`engine/${id}.sql`, transcripts));
  return new URL(`${own ? 'engine' : 'lessons'}/${id}.${ending}`, transcripts);
};

/** The output of each step, found by the headings that the server repeats. */
export function recordedSteps(lesson, text) {
  const parts = new Map();
  let lines = [];
  for (const line of text.split('\n')) {
    const step = lesson.steps.find((s) => line === `-- ${s.title}`);
    if (step) parts.set(step.title, (lines = []));
    else lines.push(line);
  }
  return lesson.steps.map((step) => (parts.get(step.title) ?? []).join('\n'));
}

/** The outcome of each step and all values, read from the output. */
export function settled(lesson, printed) {
  const values = new Map();
  return {
    outcomes: lesson.steps.map((step, i) => readOutcome(step, printed[i] ?? '', values)),
    values,
  };
}
