import { expect, test } from 'vitest';
import { bars } from './bars';
import { legend } from './legend';

const frame = { width: 400, height: 200, left: 40, right: 10, top: 10, bottom: 30 };

test('bars of a group stand side by side, in the order of the series, from 0', () => {
  const drawn = bars(
    ['prose', 'logs'],
    [
      { key: 'a', values: [2, 4] },
      { key: 'b', values: [1, undefined] },
    ],
    frame,
    String,
  );
  expect(drawn.bars.map(({ key, group }) => [key, group])).toEqual([
    ['a', 0],
    ['a', 1],
    ['b', 0],
  ]);
  const [first, tall, second] = drawn.bars;
  expect(second!.x).toBeGreaterThan(first!.x + first!.width);
  expect(tall!.height).toBeCloseTo(2 * first!.height);
  expect(first!.y + first!.height).toBe(frame.height - frame.bottom);
  expect(drawn.y.length).toBeGreaterThan(2);
});

test('a long name is broken between words', () => {
  const { names } = bars(
    ['already compressed images', 'b', 'c', 'd'],
    [{ key: 'a', values: [1, 1, 1, 1] }],
    frame,
    String,
  );
  expect(names[0]!.lines).toEqual(['already', 'compressed', 'images']);
});

test('a legend goes on in the next row where it is too wide', () => {
  const names = ['one', 'another', 'a third'].map((name) => ({ key: name, name }));
  expect(legend(names, 0, 1000).height).toBe(20);
  expect(legend(names, 0, 100).entries.map(({ y }) => y)).toEqual([10, 30, 50]);
});
