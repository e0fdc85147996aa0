import { expect, test } from 'vitest';
import { csvOf } from './csv';
import { unpack } from './shipped';

test('rows come back from their file as they were', () => {
  const rows = [
    { kind: 'prose', bytes: 109_000_123, ms: 0.25, none: null },
    { kind: 'logs', bytes: 0, ms: 1e-9, none: null },
  ];
  expect(unpack(csvOf(['kind', 'bytes', 'ms', 'none'], rows))).toEqual(rows);
});

test('whole numbers are exact, others have six figures, and a comma is quoted', () => {
  const row = { a: 12_345_678, b: 1 / 3, c: 'x, "y"' };
  expect(csvOf(['a', 'b', 'c'], [row])).toBe('a,b,c\n12345678,0.333333,"x, ""y"""\n');
});
