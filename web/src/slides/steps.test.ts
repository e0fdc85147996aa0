import { expect, test } from 'vitest';
import { stepsOf } from './steps';

test('steps are named one by one, and from one to another, both ways', () => {
  expect(stepsOf('2')).toEqual([2]);
  expect(stepsOf('2-4')).toEqual([2, 3, 4]);
  expect(stepsOf('1, 3, 5-4')).toEqual([1, 3, 5, 4]);
});

test('what is no step is left out', () => {
  expect(stepsOf('')).toEqual([]);
  expect(stepsOf('x, 0, -2, 3')).toEqual([3]);
  expect(stepsOf('1-999')).toHaveLength(99);
});
