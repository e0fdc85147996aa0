import { expect, test } from 'vitest';
import {
  CHUNKS_A_PAGE,
  LARGEST_ROW,
  chunksOf,
  realsBytes,
  toastBytes,
  workersFor,
} from './estimates';
import { SPACE_SYMPTOMS } from './space-symptoms';

test('a value is cut into chunks, four to a page', () => {
  expect([chunksOf(1), chunksOf(1996), chunksOf(1997), CHUNKS_A_PAGE]).toEqual([1, 1, 2, 4]);
  expect(toastBytes(1000, 12_034)).toBe(14_336_000);
});

test('of a large table it says that 18 vacuums earlier', () => {
  const { estimate } = SPACE_SYMPTOMS.find(({ id }) => id === 'autovacuum')!;
  expect(estimate?.says(1_000_000, 12_000)).not.toContain('18');
  expect(estimate?.says(100_000_000, 12_000)).toContain('from 18 on after 100,000,000');
});

test('limits are PostgreSQL’s', () => {
  expect(LARGEST_ROW).toBe(8160);
  // SELECT pg_column_size(array_fill(1::real, ARRAY[768]))
  expect(realsBytes(768)).toBe(3096);
  expect([
    workersFor(7 << 20),
    workersFor(8 << 20),
    workersFor(24 << 20),
    workersFor(2 ** 40),
  ]).toEqual([0, 1, 2, 2]);
});
