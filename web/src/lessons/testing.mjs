// What the lessons' tests share: the lessons as they stand, and the engine to run them on.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from './parse';

const here = new URL('.', import.meta.url);
const module = new URL('../../../target/node/toastscope.js', here);

/** The names of the lessons that come with the page. */
export const shippedIds = readdirSync(here).filter((id) =>
  existsSync(new URL(`${id}/lesson.md`, here)),
);

/** A lesson; one that cannot be read is told of with its faults. */
export function lessonOf(id) {
  const { lesson, faults } = parse(readFileSync(new URL(`${id}/lesson.md`, here), 'utf8'));
  if (!lesson) throw new Error(faults.map((f) => `${id}:${f.line}: ${f.message}`).join('\n'));
  return lesson;
}

/** Whether the engine's module was built. */
export const engineModule = () => existsSync(module);

export function newEngine() {
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  const { Engine } = createRequire(import.meta.url)(module.pathname);
  return new Engine(262_144, 2 ** 31, 1);
}
