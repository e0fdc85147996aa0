import { expect, test } from 'vitest';
import { GROUPS } from './groups';
import { LESSONS } from './list';
import { lessonOf } from './testing.mjs';

test('each lesson is in one block', () => {
  const all = GROUPS.flatMap((group) => group.lessons);
  expect(all.toSorted()).toEqual(LESSONS.map(({ id }) => id).toSorted());
});

test.each(GROUPS)('$title: two exercises or more', ({ lessons }) => {
  const exercises = lessons.flatMap((id) => lessonOf(id).steps.filter((step) => step.exercise));
  expect(exercises.length).toBeGreaterThanOrEqual(2);
});
