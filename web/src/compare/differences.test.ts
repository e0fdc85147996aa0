import { expect, test } from 'vitest';
import { differs, verdict, type Difference } from './differences';

const names = ['pglz', 'lz4'] as const;
const pages = (left: number, right: number): Difference => ({
  name: 'hit',
  unit: 'pages',
  left,
  right,
});

test('a verdict says whose is more, by how much, and of what', () => {
  expect(verdict(pages(5, 5), names)).toBe('equal');
  expect(verdict(pages(0, 5), names)).toBe('lz4 only');
  expect(verdict(pages(47, 3), names)).toBe('pglz: 16 times lz4’s');
  expect(verdict(pages(2, 5), names)).toBe('lz4: 2.5 times pglz’s');
  expect(verdict(pages(112, 100), names)).toBe('pglz: 12 more');
  expect(verdict({ ...pages(122_880, 102_400), unit: 'bytes' }, names)).toBe('pglz: 20 kB more');
});

test('a few per cent are no difference to look at', () => {
  expect([pages(100, 103), pages(100, 106), pages(0, 1), pages(0, 0)].map(differs)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
