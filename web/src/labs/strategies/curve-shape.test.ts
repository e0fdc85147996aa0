import { expect, test } from 'vitest';
import { courseOf, sentences } from './curve-shape';

const over = (...values: number[]) => values.map((value, i) => ({ bytes: 100 * 10 ** i, value }));

test('level is flat, a power law is not', () => {
  expect(courseOf(over(2, 2, 2, 2), 2)).toMatchObject({
    flatFrom: 100,
    always: true,
    low: 2,
    high: 2,
  });
  expect(courseOf(over(6, 9, 15, 41), 2)).toMatchObject({ flatFrom: null, first: 6, last: 41 });
});

test('a page or a few bytes more are no growth', () => {
  expect(courseOf(over(2, 4, 3, 4), 2).always).toBe(true);
  expect(courseOf(over(253, 276, 281, 257), 2).always).toBe(true);
  expect(courseOf(over(2, 2, 2, 6), 2).flatFrom).toBeNull();
});

test('flat from some size on, if that is far enough from the end', () => {
  expect(courseOf(over(70, 250, 257, 300), 2)).toMatchObject({
    flatFrom: 1000,
    always: false,
    low: 250,
    high: 300,
  });
  expect(courseOf(over(1, 10, 100, 101), 2).flatFrom).toBeNull();
});

test('curves that do the same are named together', () => {
  const curves = [
    { name: 'whole', course: courseOf(over(6, 9, 15, 41), 2) },
    { name: 'shared', course: courseOf(over(2, 2, 2, 2), 2) },
    { name: 'in place', course: courseOf(over(2, 2, 2, 2), 2) },
    { name: 'inline', course: courseOf(over(1, 30, 31, 32), 2) },
    { name: 'sorted', course: courseOf(over(7, 9, 15, 43), 2) },
  ];
  expect(sentences(curves, 'buffers', String)).toEqual([
    'Flat: shared and in place 2 buffers at every size; inline 30 to 32 buffers from 1,000 bytes on.',
    'Not flat: whole and sorted from 6–7 to 41–43 buffers.',
  ]);
});
