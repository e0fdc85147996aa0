// Lessons are in short pieces: few steps in a lesson, and few words beside a picture that moves.
import { expect, test } from 'vitest';
import { lessonOf, shippedIds } from './testing.mjs';

const STEPS = 7;
const WORDS = 60;

/** Words of a text that are read: no tables, no samples, no addresses. */
const wordsOf = (text) =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/^\|.*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const moves = ({ sql, stage }) => sql !== '' && !stage?.play?.nothing;

test.each(shippedIds)('%s has at most seven steps, and few words beside what moves', (id) => {
  const { steps } = lessonOf(id);
  expect(steps.length).toBeLessThanOrEqual(STEPS);
  const long = steps.filter((step) => moves(step) && wordsOf(step.before) > WORDS);
  expect(long.map(({ title, before }) => `${title}: ${wordsOf(before)} words`)).toEqual([]);
});

test('words are counted as they are read', () => {
  const text = 'A [pointer](#pointer) of 18 bytes.\n\n| a | b |\n\n```text\nnot this\n```';
  expect(wordsOf(text)).toBe(5);
});
