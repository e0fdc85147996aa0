// The exercises that come with the page: none is reached at its start, and each of its solutions reaches it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measure, mistakeIn, passes, reached, withCheck } from './exercise.svelte';
import { SHORT_WAY } from './lesson-entry';
import { engineModule, lessonOf, newEngine, printedBy, shippedIds } from './testing.mjs';
import { choosesServer } from './version-notes';
import { WRONG_TRIES } from './wrong-tries.mjs';

const transcripts = new URL('../../../tests/transcripts/', import.meta.url);

/** Runs SQL as the page does, and gives what each line printed. */
function lines(engine, sql) {
  return [...sql.split('\n').map((line) => engine.line(line)), engine.finish()];
}

const all = shippedIds.flatMap((id) => {
  const { steps } = lessonOf(id);
  return steps.flatMap((step, at) => (step.exercise ? [{ id, steps, at, step }] : []));
});

/** What chooses another server than PostgreSQL 15, in the first step of a lesson about one. */
const SERVER = /^SET toastscope\.server = .*;$/m;

/** What is recorded of an exercise: how it begins, and what its first solution comes to. */
const recordedOf = (steps, { sql, exercise }) =>
  [...(SERVER.exec(steps[0].sql) ?? []), sql, exercise.check, exercise.solutions[0], exercise.check]
    .map((part) => `${part}\n`)
    .join('\n');

// The short way only leads to a lesson that has one.
test.each(shippedIds.filter((id) => id !== SHORT_WAY))('%s has an exercise', (id) =>
  expect(all.filter((one) => one.id === id).length).toBeGreaterThan(0),
);

describe.each(all)('$id: $step.title', ({ id, steps, at, step }) => {
  const { exercise } = step;
  // What no server has is measured by the engine, and lies apart, as its lessons do.
  const own = existsSync(new URL(`engine/${id}.sql`, transcripts));
  const script = new URL(own ? `engine/exercise-${id}.sql` : `exercises/${id}.sql`, transcripts);

  test('is recorded as it stands', () => {
    if (process.env.UPDATE_LESSONS) writeFileSync(script, recordedOf(steps, step));
    expect(readFileSync(script, 'utf8')).toBe(recordedOf(steps, step));
  });

  test('was measured by the server as it is here', () => {
    const out = readFileSync(new URL(script.href.replace(/sql$/, 'out')), 'utf8');
    const [, before, after] = out.split(`${exercise.check.split('\n')[0]}\n`);
    const start = measure(exercise, before);
    expect(reached(exercise, start, start)).toBe(false);
    expect(reached(exercise, measure(exercise, after), start)).toBe(true);
  });

  test('has hints in three steps, a solution, and what others do wrong', () => {
    expect(exercise.hints).toHaveLength(3);
    expect(exercise.solutions.length).toBeGreaterThan(0);
    expect(exercise.mistakes.length).toBeGreaterThan(0);
  });

  const servers = choosesServer({ steps }) ? ['15'] : ['15', '16', '17', '18'];
  test.each(servers)(
    'on %s it begins away from its goal, and each solution reaches it',
    { timeout: 300_000 },
    (server) => {
      expect(engineModule()).toBe(true);
      const engine = newEngine();
      engine.begin('lesson.sql', 0);
      if (server !== '15') printedBy(engine, `SET toastscope.server = '${server}';`);
      for (const { sql } of steps.slice(0, at + 1)) if (sql) lines(engine, sql);
      const mark = engine.mark();
      const measured = (sql) => {
        engine.restore(mark);
        const { text, checkFrom } = withCheck(sql, exercise);
        return measure(
          exercise,
          lines(engine, text)
            .slice(checkFrom - 1)
            .join(''),
        );
      };
      const start = measured('');
      // What is measured is there, but where the table that is asked for is what there is not yet.
      expect(exercise.measures.some(({ name }) => start.get(name) !== null)).toBe(true);
      expect(reached(exercise, start, start)).toBe(false);
      expect(exercise.solutions.length).toBeGreaterThan(1);
      for (const solution of exercise.solutions) {
        expect(solution).toMatch(/^-- \S/);
        const after = measured(solution);
        const failed = exercise.passes.filter((pass) => !passes(pass, after, start));
        expect(failed, `${solution}\n${JSON.stringify([...after])}`).toEqual([]);
        if (process.env.SHOW_ANSWERS) console.log(solution, [...start], [...after]);
      }
      const recognised = WRONG_TRIES[id].map(([wrong, by]) => {
        const after = measured(wrong);
        const at = `${wrong}\n${JSON.stringify([...start])}\n${JSON.stringify([...after])}`;
        expect(reached(exercise, after, start), at).toBe(false);
        const mistake = exercise.mistakes.find(({ when }) => passes(when, after, start));
        expect(mistake?.when.name, at).toBe(by);
        expect(mistakeIn(exercise, after, start)).toBe(mistake.why);
        return mistake;
      });
      const never = exercise.mistakes.filter((mistake) => !recognised.includes(mistake));
      expect(never.map(({ why }) => why)).toEqual([]);
    },
  );
});

test('a try that misses its goal is told the first mistake that holds', () => {
  const [pass, outside] = [
    { name: 'chunks', operator: '=', number: 0, ofStart: false },
    { name: 'chunks', operator: '>', number: 50, ofStart: true },
  ];
  const exercise = { passes: [pass], mistakes: [{ when: outside, why: 'Still outside.' }] };
  const at = (chunks) => new Map([['chunks', chunks]]);
  expect(mistakeIn(exercise, at(60), at(100))).toBe('Still outside.');
  expect(mistakeIn(exercise, at(50), at(100))).toBe('');
  expect(mistakeIn({ ...exercise, passes: [{ ...pass, number: 60 }] }, at(60), at(100))).toBe('');
});

test('the check begins after whatever the SQL before it left open', () => {
  const exercise = { check: 'SELECT 1;' };
  expect(withCheck('', exercise)).toEqual({ text: 'SELECT 1;', checkFrom: 1 });
  expect(withCheck('VACUUM t', exercise)).toEqual({ text: 'VACUUM t;\nSELECT 1;', checkFrom: 2 });
  expect(withCheck('A;\n\n', exercise)).toEqual({ text: 'A;\nSELECT 1;', checkFrom: 2 });
  expect(withCheck('A\n\\gexec', exercise).text).toBe('A\n\\gexec\nSELECT 1;');
});
