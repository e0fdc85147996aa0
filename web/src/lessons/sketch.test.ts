import { expect, test } from 'vitest';
import type { Sketch } from './sketch-format';
import {
  PLACES,
  distance,
  heightAt,
  inWords,
  isWhole,
  lineText,
  parseLine,
  pointsOf,
  stroke,
} from './sketch';

const sketch: Sketch = {
  line: 1,
  question: 'Draw it.',
  x: [0, 3200],
  y: [0, 2000],
  near: 0.1,
  hints: [],
};
const nothing = parseLine('');

test('a stroke fills all places that it passes, whichever way it goes', () => {
  const there = stroke(nothing, { x: 0, y: 0 }, { x: 1, y: 1 });
  expect(isWhole(there)).toBe(true);
  expect(stroke(nothing, { x: 1, y: 1 }, { x: 0, y: 0 })).toEqual(there);
  expect([there[0], there[16], there[32]]).toEqual([0, 500, 1000]);
  expect(isWhole(stroke(nothing, null, { x: 0.5, y: 0.5 }))).toBe(false);
  // Outside of the axes the nearest end is meant.
  expect(stroke(nothing, null, { x: 1.2, y: 3 })[PLACES - 1]).toBe(1000);
  expect(stroke(nothing, null, { x: -1, y: -1 })[0]).toBe(0);
});

test('a line is kept as text, and what is no line is none', () => {
  const line = stroke(nothing, { x: 0, y: 0.25 }, { x: 0.5, y: 0.25 });
  expect(parseLine(lineText(line))).toEqual(line);
  expect(parseLine('a,<b>,99999')).toEqual(nothing);
});

test('how far off it is, is told in words', () => {
  const truth = [
    { x: 100, y: 0 },
    { x: 3000, y: 2000 },
  ];
  const told = (y: number, rises: number) => {
    const line = stroke(nothing, { x: 0, y }, { x: 1, y: y + rises });
    const far = distance(sketch, pointsOf(line, sketch), truth);
    return far && inWords(far, 'letters', 'bytes');
  };
  expect(told(0, 1)).toMatch(/^That is the line: [23] % of the height away, on average\.$/);
  expect(told(0.05, 1)).toMatch(/^Close: [4-6] % /);
  expect(told(1, 0)).toMatch(
    /^Not this time: (49|50) % .*\. At 100 letters you drew 2,000; it is 0 bytes\.$/,
  );
  expect(distance(sketch, [], truth)).toBeNull();
  expect(heightAt(truth, 50)).toBeNull();
  expect(heightAt(truth, 1550)).toBe(1000);
});
