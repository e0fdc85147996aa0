// When the questions of a review come again.
import { beforeEach, expect, test } from 'vitest';
import { noteAnswer, noteLesson, review } from './review';

const DAY = 86_400_000;
const asked = ['b', 'c', 'd'].map((id, i) => ({ id, recall: { from: ['a', 'b', 'x'][i] } }));
const done = new Set(['a', 'b']);
const due = (now) => review(asked, done, now).due.map(({ id }) => id);

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
});

test('a question is due a day after its lesson was done, and only of lessons that were', () => {
  noteLesson('a', 1000);
  noteLesson('a', 5 * DAY);
  noteLesson('b', 1000 + DAY);
  expect(due(1000 + DAY - 1)).toEqual([]);
  expect(due(1000 + DAY)).toEqual(['b']);
  expect(due(1000 + 2 * DAY)).toEqual(['b', 'c']);
  expect(review(asked, done, 1000).next).toBe(1000 + DAY);
  // Done before this was kept: due at once.
  expect(review(asked, new Set(['x']), 1).due.map(({ id }) => id)).toEqual(['d']);
});

test('answered rightly it comes a week later, then a month; answered wrongly the next day', () => {
  noteLesson('a', 1);
  noteAnswer('b', true, 2 * DAY);
  expect(due(9 * DAY - 1)).not.toContain('b');
  expect(due(9 * DAY)).toContain('b');
  noteAnswer('b', true, 9 * DAY);
  expect(due(38 * DAY)).not.toContain('b');
  expect(due(39 * DAY)).toContain('b');
  noteAnswer('b', false, 39 * DAY);
  expect(due(40 * DAY)).toContain('b');
  noteAnswer('b', true, 40 * DAY);
  expect(due(46 * DAY)).not.toContain('b');
});

test('what is kept may be damaged', () => {
  globalThis.localStorage.setItem('toastscope review', '{"cards": 7');
  expect(due(5)).toEqual(['c', 'b'].toSorted());
});
