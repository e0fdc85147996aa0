import { expect, test } from 'vitest';
import { SHORT_WAY } from './lesson-entry';
import { GROUPS } from './groups';
import { LESSONS } from './list';
import { lessonOf } from './testing.mjs';

const minutes = (lessons) => lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);

test('each lesson is in one chapter, in the order in which one lesson leads to the next', () => {
  const all = GROUPS.flatMap((group) => group.lessons);
  expect([SHORT_WAY, ...all]).toEqual(LESSONS.map(({ id }) => id));
});

test('the curse is reached within 25 minutes, and within ten by the short way', () => {
  const [first, ...course] = LESSONS;
  expect(first.id).toBe(SHORT_WAY);
  expect(first.minutes).toBeLessThanOrEqual(10);
  const before = course.slice(
    0,
    course.findIndex(({ id }) => id === 'curse'),
  );
  expect(before.length).toBeGreaterThan(0);
  expect(minutes(before)).toBeLessThanOrEqual(25);
});

test.each(GROUPS)('$title: two exercises or more', ({ lessons }) => {
  const exercises = lessons.flatMap((id) => lessonOf(id).steps.filter((step) => step.exercise));
  expect(exercises.length).toBeGreaterThanOrEqual(2);
});
