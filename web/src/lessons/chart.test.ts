import { expect, test } from 'vitest';
import { draw } from './chart';
import type { Chart } from './format';
import { readResults } from './psql-output';

const chart: Chart = {
  title: '',
  x: { column: 'bytes', label: 'bytes' },
  y: [{ column: 'ms', label: 'ms' }],
  diagonal: '',
  log: true,
};

const table = (rows: string[]) =>
  readResults(
    [' bytes |  ms   ', '-------+-------', ...rows, `(${rows.length} rows)`, ''].join('\n'),
  );

test('ticks below one say what they are', () => {
  const drawing = draw(chart, table(['  1000 | 0.002 ', '  2000 | 0.300 ']));
  expect(drawing?.yTicks.map((tick) => tick.text)).toEqual(['0.001', '0.01', '0.1', '1']);
  expect(drawing?.xTicks.map((tick) => tick.text)).toEqual(['1K', '10K']);
  expect(drawing?.series[0]?.points[0]?.said).toBe('1,000 bytes: 0.002 ms');
});

test('a table without numbers to draw is not drawn', () => {
  expect(draw(chart, table(['  1000 | 0.002 ']))).toBeNull();
  expect(draw({ ...chart, y: [{ column: 'wal', label: '' }] }, table([]))).toBeNull();
});
