// The questions that lessons ask from earlier ones: the engine gives the answer that the lesson states.
import { describe, expect, test } from 'vitest';
import { takeValue } from './answer';
import { SHORT_WAY } from './lesson-entry';
import { LESSONS } from './list';
import { readResults } from './psql-output';
import { engineModule, lessonOf, newEngine, printedBy } from './testing.mjs';

const order = LESSONS.map(({ id }) => id).filter((id) => id !== SHORT_WAY);
const lessons = order.map((id) => ({ id, lesson: lessonOf(id) }));

test.each(lessons.slice(1))(
  '$id begins with a question from an earlier lesson',
  ({ id, lesson }) => {
    const [first, ...others] = lesson.steps;
    expect(first.recall).toBeTruthy();
    expect(others.filter((step) => step.recall)).toEqual([]);
    const before = order.slice(0, order.indexOf(id));
    expect(before).toContain(first.recall.from);
  },
);

test('nearly every lesson is asked about again', () => {
  const asked = new Set(lessons.map(({ lesson }) => lesson.steps[0].recall?.from));
  expect(order.filter((id) => !asked.has(id)).length).toBeLessThanOrEqual(2);
});

const all = lessons.flatMap(({ id, lesson }) =>
  lesson.steps.flatMap(({ recall }) => (recall ? [{ id, recall }] : [])),
);

describe.each(all)('$id: $recall.question', ({ recall }) => {
  test.each(['15', '16', '17', '18'])(
    'is answered on %s as it is told',
    { timeout: 120_000 },
    (server) => {
      expect(engineModule()).toBe(true);
      const engine = newEngine();
      engine.begin('recall.sql', 0);
      if (server !== '15') printedBy(engine, `SET toastscope.server = '${server}';`);
      const results = readResults(printedBy(engine, recall.proof));
      const value = takeValue(recall.take, results, new Map());
      expect(String(value)).toBe(recall.is);
      // An error is only meant where it is what is asked about.
      if (results.errors.length > 0) expect(recall.is).toMatch(/refused/);
      expect(recall.proof.split('\n').filter((line) => line.length > 70)).toEqual([]);
    },
  );
});
