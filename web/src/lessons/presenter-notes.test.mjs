// The notes of each lesson for its presenter: how long it takes with an audience, what people get wrong, where to stop,
// what to ask.
import { expect, test } from 'vitest';
import { lessonOf, shippedIds } from './testing.mjs';

test.each(shippedIds)('%s has its teacher’s notes', (id) => {
  const { steps } = lessonOf(id);
  const lead = steps[0].notes;
  expect(lead).toMatch(/^\*\*In a room:\*\* \d+ minutes/);
  expect(lead).toMatch(/^\*\*What people get wrong:\*\* \S/m);
  expect(lead).toMatch(/^\*\*Ask:\*\* .*\?$/m);
  const stop = /^\*\*Stop\*\* at “(.+)”, and/m.exec(lead)?.[1];
  expect(steps.map(({ title }) => title)).toContain(stop);
  const exercise = steps.find((step) => step.exercise);
  expect(lead.includes('for the exercise')).toBe(exercise !== undefined);
});
