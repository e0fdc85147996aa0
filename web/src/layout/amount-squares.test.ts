import { expect, test } from 'vitest';
import { growth, squareAt, squares } from './amount-squares';

test('a square is a page as long as they fit, all amounts at one scale', () => {
  const picture = squares([[2500], [64, 30_000]], 'buffers', 440, 480);
  expect(picture.each).toBe(1);
  expect(picture.bars.map((b) => b.squares)).toEqual([2500, 30_064]);
  expect(picture.bars[1]?.ends).toEqual([64, 30_064]);
  expect(picture.bars.reduce((sum, b) => sum + b.height, 0)).toBeLessThanOrEqual(480);
});

test('few are large, and very many are counted by ten', () => {
  expect(squares([[3], [47]], 'buffers', 440, 480).pitch).toBe(14);
  expect(squares([[300_000], [2]], 'buffers', 440, 480).each).toBe(10);
  expect(squares([[81_920], [8192 * 2000]], 'bytes', 440, 480).each).toBe(8192 / 16);
});

test('no two squares are in one place, and none is outside', () => {
  for (const [n, width] of [
    [30_064, 440],
    [999, 96],
    [101, 320],
  ] as const) {
    const picture = squares([[n]], 'buffers', width, 480);
    const seen = new Set<string>();
    for (let i = 0; i < n; i++) {
      const { x, y } = squareAt(picture, i);
      seen.add(`${x} ${y}`);
      expect(x + picture.pitch).toBeLessThanOrEqual(width);
      expect(y + picture.pitch).toBeLessThanOrEqual(picture.bars[0]?.height ?? 0);
    }
    expect(seen.size).toBe(n);
  }
});

test('it grows by tens to what there is', () => {
  expect(growth(10_000)).toEqual([1, 10, 100, 1000, 10_000]);
  expect(growth(250)).toEqual([1, 10, 100, 250]);
  expect(growth(1)).toEqual([1]);
});
