import { expect, test } from 'vitest';
import { clock, placesAt, spanAt } from './clock';

const spans = clock([3, 10, 4], [3, 2, 8]);

test('both runs begin and end each statement together', () => {
  expect(spans.map((s) => [s.start, s.end])).toEqual([
    [0, 3],
    [3, 13],
    [13, 21],
  ]);
  expect([0, 3, 13, 21].map((at) => placesAt(spans, at))).toEqual([
    [0, 0],
    [3, 3],
    [13, 5],
    [17, 13],
  ]);
});

test('the shorter one is spread over the longer one', () => {
  expect(placesAt(spans, 4)).toEqual([4, 4]);
  expect(placesAt(spans, 8)).toEqual([8, 4]);
  expect(placesAt(spans, 12)).toEqual([12, 5]);
  expect(spanAt(spans, 4)).toBe(1);
});

test('a run that ended early waits', () => {
  const uneven = clock([2, 5], [2]);
  expect(placesAt(uneven, 6)).toEqual([6, 2]);
});
