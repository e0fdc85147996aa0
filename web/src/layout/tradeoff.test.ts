import { expect, test } from 'vitest';
import { tradeoff, type Measured } from './tradeoff';

const frame = { width: 400, height: 300, left: 40, right: 20, top: 10, bottom: 30 };
const point = (series: string, level: number, seconds: number, bytes: number): Measured => ({
  key: `${series}-${level}`,
  series,
  level,
  seconds,
  bytes,
});

test('quick is left, small is low, all is inside', () => {
  const { points } = tradeoff(
    [point('gzip', 1, 0.2, 5e6), point('gzip', 9, 3, 4e6), point('xz', 6, 9, 2.6e6)],
    [16 << 20],
    frame,
  );
  const [quick, slow, small] = points.map(({ x, y }) => ({ x, y }));
  expect(quick!.x).toBeLessThan(slow!.x);
  expect(quick!.y).toBeLessThan(small!.y);
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(40);
    expect(x).toBeLessThan(380);
    expect(y).toBeGreaterThan(10);
    expect(y).toBeLessThan(270);
  }
});

test('the same factor is the same distance', () => {
  const { heightOf } = tradeoff([point('a', 1, 1, 1e6)], [64e6], frame);
  expect(heightOf(2e6) - heightOf(4e6)).toBeCloseTo(heightOf(8e6) - heightOf(16e6));
});

test('ticks are round and levels do not cover each other', () => {
  const close = [point('a', 1, 1, 1e6), point('a', 2, 1.001, 1e6), point('a', 3, 9, 9e5)];
  const { x, y, points, lines } = tradeoff(close, [3 << 20], frame);
  expect(x.map((t) => t.text)).toEqual(['1 s', '2 s', '5 s', '10 s']);
  expect(y.map((t) => t.text)).toContain('1 MB');
  expect(points.filter((p) => p.labelled).length).toBeLessThan(3);
  expect(lines).toHaveLength(1);
});

test('sizes that hardly differ have ticks too', () => {
  const alike = [point('a', 1, 1, 1.7e6), point('b', 1, 2, 1.62e6)];
  const { y } = tradeoff(alike, [1.75e6], frame);
  expect(y.length).toBeGreaterThanOrEqual(3);
  expect(y.map((t) => t.text)).toContain('1.6 MB');
});

test('nothing measured is an empty picture', () => {
  expect(tradeoff([], [], frame).points).toEqual([]);
});
