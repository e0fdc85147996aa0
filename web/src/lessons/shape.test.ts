import { expect, test } from 'vitest';
import { SHAPES, type Sketch } from './sketch-format';
import { hasShape, whyDrawn } from './shape';
import { distance, parseLine, pointsOf, stroke, type Line, type Point } from './sketch';

const sketch: Sketch = {
  line: 1,
  question: 'Draw it.',
  x: [0, 100],
  y: [0, 200],
  near: 0.1,
  hints: [],
  mistakes: [
    { shape: 'flat', why: 'It changes.' },
    { shape: 'straight', why: 'It bends.' },
    { shape: 'above', why: 'It is less.' },
  ],
};
const drawn = (...heights: number[]) => {
  let line: Line = parseLine('');
  for (const [i, y] of heights.entries()) {
    const at = (n: number): Point => ({ x: n / (heights.length - 1), y: heights[n] ?? 0 });
    if (i > 0) line = stroke(line, at(i - 1), { ...at(i), y });
  }
  return pointsOf(line, sketch);
};
const shapes = (points: Point[], far = 0) =>
  SHAPES.filter((shape) => hasShape(shape, points, sketch, far));

test('a line is known by its shape, as a hand draws it', () => {
  expect(shapes(drawn(0.5, 0.55, 0.48, 0.5))).toEqual(['flat']);
  expect(shapes(drawn(0.1, 0.5, 0.9))).toEqual(['straight', 'rising']);
  expect(shapes(drawn(0.1, 0.13, 0.9))).toEqual(['rising']);
  expect(shapes(drawn(0.9, 0.2, 0.2))).toEqual(['falling']);
  expect(shapes(drawn(0.1, 0.9, 0.1))).toEqual([]);
  expect(shapes(drawn(0.1, 0.9, 0.1), 0.2)).toEqual(['above']);
  expect(shapes(drawn(0.1, 0.9, 0.1), -0.2)).toEqual(['below']);
});

test('the first mistake that a drawing has is told, from how far it is to the true line', () => {
  const truth = [0, 25, 50, 75, 100].map((x) => ({ x, y: x < 60 ? 20 : 160 }));
  const told = (points: Point[]) =>
    whyDrawn(sketch, points, distance(sketch, points, truth)?.higher ?? 0);
  expect(told(drawn(0.5, 0.5))).toBe('It changes.');
  expect(told(drawn(0, 1))).toBe('It bends.');
  expect(told(drawn(0.9, 0.2, 0.9))).toBe('It is less.');
  expect(told(drawn(0.1, 0, 0.1, 0.5, 0.3))).toBe('');
});
