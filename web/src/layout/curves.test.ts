import { expect, test } from 'vitest';
import { curves, logTicks, nearest, rangeOf } from './curves';

const frame = { width: 400, height: 200, left: 40, right: 10, top: 10, bottom: 30 };
const words = { size: String, value: String };

test('a power law is a straight line, and a constant a level one', () => {
  const sizes = [100, 1000, 10_000];
  const drawn = curves(
    [
      { key: 'grows', points: sizes.map((size) => ({ size, value: size / 10 })) },
      { key: 'flat', points: sizes.map((size) => ({ size, value: 2 })) },
    ],
    rangeOf(sizes),
    rangeOf([2, 10, 1000]),
    frame,
    words,
  );
  const [grows, flat] = drawn.curves;
  const [a, b, c] = grows?.points ?? [];
  if (!a || !b || !c) throw new Error('three points');
  expect(b.x - a.x).toBeCloseTo(c.x - b.x);
  expect(a.y - b.y).toBeCloseTo(b.y - c.y);
  expect(a.y).toBeGreaterThan(c.y);
  expect(new Set(flat?.points.map((p) => p.y)).size).toBe(1);
  expect(drawn.x.map((t) => t.text)).toEqual(['100', '1000', '10000']);
});

test('what no logarithm has is left out', () => {
  const drawn = curves(
    [{ key: 'a', points: [0, 5].map((value, i) => ({ size: 10 ** i, value })) }],
    rangeOf([1, 10]),
    rangeOf([0, 5]),
    frame,
    words,
  );
  expect(drawn.curves[0]?.points.map((p) => p.index)).toEqual([1]);
  expect(rangeOf([])).toEqual({ low: 1, high: 10 });
});

test('few decades have finer ticks', () => {
  expect(logTicks({ low: 1, high: 1000 })).toEqual([1, 10, 100, 1000]);
  expect(logTicks({ low: 2, high: 41 })).toEqual([2, 5, 10, 20]);
});

test('the nearest point, and of two at one place the later', () => {
  const point = { index: 0, size: 1, value: 1, x: 50, y: 50 };
  const all = [
    { key: 'below', path: '', points: [point, { ...point, index: 1, x: 90 }] },
    { key: 'above', path: '', points: [point] },
  ];
  expect(nearest(all, { x: 52, y: 80 })).toEqual({ key: 'above', point });
  expect(nearest(all, { x: 88, y: 50 })?.point.index).toBe(1);
  expect(nearest([], { x: 0, y: 0 })).toBeNull();
});
