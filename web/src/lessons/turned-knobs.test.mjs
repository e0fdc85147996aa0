// What can be turned in the lessons: each step is recorded at its start with its lesson, and here at other
// values too. `UPDATE_LESSONS=1 npx vitest run turned-knobs` writes the scripts to be recorded.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { numberAt, placeOf, PLACES, sqlWith } from './knobs';
import { readOutcome } from './outcome';
import { engineModule, lessonOf, newEngine, shippedIds } from './testing.mjs';

const script = (id, ending) =>
  new URL(`../../../tests/transcripts/hands/${id}.${ending}`, import.meta.url);

/** Values at which a knob is tried: both ends and two between, or each option. */
function values({ range, options }) {
  if (!range) return options;
  const { from, to, step, log } = range;
  const between = (share) =>
    log ? numberAt(range, PLACES * share) : from + step * Math.floor((share * (to - from)) / step);
  return [from, between(0.35), between(0.7), to].map(String);
}

/** Some ways to set a step's knobs: all of the first, the others in turn. */
function samples({ knobs }) {
  const all = knobs.map(values);
  const count = Math.max(...all.map((v) => v.length));
  return Array.from(
    { length: count },
    (_, i) =>
      new Map(knobs.map(({ name }, k) => [name, all[k][(i + (i >> 1) * k) % all[k].length]])),
  );
}

/** The lesson up to the step, then the step at other values: what it made is dropped before each. */
function written({ steps }) {
  const parts = [];
  for (const step of steps) {
    if (!step.sql) continue;
    if (step.knobs.length > 0) {
      const made = [...step.template.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name);
      for (const chosen of samples(step)) {
        parts.push(sqlWith(step, chosen), ...made.map((name) => `DROP TABLE ${name};`));
      }
    }
    parts.push(step.sql);
  }
  return parts.map((part) => `${part}\n`).join('\n');
}

const turned = shippedIds
  .map((id) => ({ id, lesson: lessonOf(id) }))
  .filter(({ lesson }) => lesson.steps.some((step) => step.knobs.length > 0));

describe.each(turned)('$id', ({ id, lesson }) => {
  test('is recorded at other values', () => {
    if (process.env.UPDATE_LESSONS) writeFileSync(script(id, 'sql'), written(lesson));
    expect(readFileSync(script(id, 'sql'), 'utf8')).toBe(written(lesson));
    expect(existsSync(script(id, 'out'))).toBe(true);
  });

  test('gives all values that its text names, wherever a knob stands', { timeout: 300_000 }, () => {
    expect(engineModule()).toBe(true);
    const engine = newEngine();
    engine.begin('lesson.sql', 0);
    const run = (sql) =>
      [...sql.split('\n').map((line) => engine.line(line)), engine.finish()].join('');
    for (const step of lesson.steps) {
      if (step.knobs.length > 0) {
        const before = engine.mark();
        for (const chosen of samples(step)) {
          const printed = run(sqlWith(step, chosen));
          const taken = new Map();
          const { results } = readOutcome(step, printed, taken, chosen);
          expect(results.errors, JSON.stringify([...chosen])).toEqual([]);
          const named = step.takes.map((take) => take.name);
          expect(named.filter((name) => !taken.has(name))).toEqual([]);
          engine.restore(before);
        }
      }
      if (step.sql) run(step.sql);
    }
  });
});

test('a logarithmic slider reaches both ends, and every place is a number of its range', () => {
  const range = { from: 10, to: 20_000 };
  const all = Array.from({ length: PLACES + 1 }, (_, place) => numberAt(range, place));
  expect([all[0], all[PLACES]]).toEqual([10, 20_000]);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(all.every((n) => Math.abs(numberAt(range, placeOf(range, n)) - n) <= n * 0.04)).toBe(true);
});
