import { expect, test } from 'vitest';
import { separateLines, joined, nameOf } from './overlapping-lines';

const series = (name: string, ...values: number[]) => ({
  name,
  points: values.map((value, i) => ({ size: 10 ** i, said: String(value) })),
});

test('series that say the same at every size are one line with all names', () => {
  const all = [series('pglz', 1, 2), series('MAIN', 1, 3), series('EXTERNAL', 1, 2)];
  const groups = joined(all).map((group) => nameOf(group.map(({ name }) => name)));
  expect(groups).toEqual(['pglz and EXTERNAL: the same', 'MAIN']);
});

test('a series without some of the sizes is not the same', () => {
  expect(joined([series('a', 1, 2), series('b', 1)])).toHaveLength(2);
});

test('where lines meet they run side by side, in their own order; elsewhere they stay', () => {
  const line = (...ys: number[]) => ys.map((y, i) => ({ x: 100 * i, y }));
  const [a, b, c] = separateLines([line(50, 10), line(50, 50), line(51, 90)], 4);
  expect(a!.map(({ y }) => y)).toEqual([50 + 1 / 3 - 4, 10]);
  expect(b!.map(({ y }) => y)).toEqual([50 + 1 / 3, 50]);
  expect(c!.map(({ y }) => y)).toEqual([50 + 1 / 3 + 4, 90]);
});
