import { expect, test } from 'vitest';
import { BUDGET, LEAST, TimeBudget } from './time-budget';

/** Does tasks one after the other on a machine that takes so many seconds for a weight of 1; returns which were done. */
function done(weights: number[], slowness: number, written: number) {
  let at = written;
  const budget = new TimeBudget(() => at, BUDGET);
  const all: number[] = [];
  for (const weight of weights) {
    if (!budget.allows(weight)) continue;
    at += weight * slowness;
    budget.took(weight * slowness, weight);
    all.push(weight);
  }
  return { all, at };
}

test('a quick machine measures everything', () => {
  expect(done([1, 2, 4, 8], 1, 5)).toEqual({ all: [1, 2, 4, 8], at: 20 });
});

test('a slow one leaves out what would not end in time', () => {
  const { all, at } = done([1, 2, 4, 8], 5, 5);
  expect(all).toEqual([1, 2, 4]);
  expect(at).toBeLessThanOrEqual(BUDGET);
});

test('a log that took long to write leaves some time to compressing', () => {
  const { all, at } = done([1, 2, 4, 8], 2, BUDGET);
  expect(all).toEqual([1, 2, 4]);
  expect(at).toBeLessThanOrEqual(BUDGET + LEAST);
});
