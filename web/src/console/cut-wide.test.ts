import { expect, test } from 'vitest';
import { cutWide } from './cut-wide';

const wide = 'x'.repeat(500);
const table = [
  ` id | ${'v'.padStart(250).padEnd(500)} | n `,
  `----+-${'-'.repeat(500)}-+---`,
  `  1 | ${wide} | 7 `,
  `  2 | ${'short'.padEnd(500)} | 8 `,
  '(2 rows)',
  '',
  '',
].join('\n');

test('a wide column is cut in all its lines, and the next stays in its place', () => {
  const lines = cutWide(table).split('\n');
  expect(lines[0]).toBe(` id | ${'v'.padEnd(59)}| n `);
  expect(lines[1]).toBe(`----+${'-'.repeat(60)}+---`);
  expect(lines[2]).toBe(`  1 | ${'x'.repeat(58)}…| 7 `);
  expect(lines[3]).toBe(`  2 | ${'short'.padEnd(58)} | 8 `);
  expect(lines.slice(4)).toEqual(['(2 rows)', '', '']);
});

test('the last column has no blanks at its end', () => {
  const one = `${' '.repeat(250)}v\n${'-'.repeat(502)}\n ${wide}\n y\n(2 rows)\n\n`;
  const lines = cutWide(one).split('\n');
  expect(lines[2]).toBe(` ${'x'.repeat(58)}…`);
  expect(lines[3]).toBe(' y');
});

test('other long lines are cut at their end', () => {
  expect(cutWide(`NOTICE: ${wide}\nshort\n`)).toBe(`NOTICE: ${wide}`.slice(0, 239) + '…\nshort\n');
});

test('what is narrow stays as it is', () => {
  const text = ' a | b \n---+---\n 1 | 2 \n(1 row)\n\n';
  expect(cutWide(text)).toBe(text);
  const plan = ` QUERY PLAN${' '.repeat(100)}\n${'-'.repeat(150)}\n ${'p'.repeat(149)}\n(1 row)\n`;
  expect(cutWide(plan)).toBe(plan);
});
