import { expect, it } from 'vitest';
import { rulerMarks, tickIsFree, wordsOf, type MarkWords } from './ruler-marks';

const words: MarkWords[] = [
  { start: (n) => `${n}: TOAST starts`, stop: (n) => `${n}: TOAST stops` },
  { start: (n) => `${n}: starts`, stop: (n) => `${n}: stops` },
  { start: (n) => n, stop: (n) => n },
];

it('has one mark where the target is what it is by default', () => {
  const marks = rulerMarks(2032, 740, 0.34, words);
  expect(marks.map((m) => [m.kind, m.says])).toEqual([['start', '2,032: TOAST starts']]);
});

it.each([
  [128, 330],
  [256, 330],
  [256, 740],
  [1900, 740],
  [2040, 740],
  [4096, 740],
  [8160, 330],
  [8160, 1600],
])('with a target of %i on %i px, no words are cut and none lie on others', (target, width) => {
  const scale = width / (Math.max(2032, target) * 1.12);
  const marks = rulerMarks(target, width, scale, words);
  expect(marks.map((m) => m.kind)).toEqual(['start', 'stop']);
  const [a, b] = marks.map(wordsOf);
  for (const [from, to] of [a!, b!]) {
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(width);
  }
  expect(a![1] <= b![0] || b![1] <= a![0]).toBe(true);
});

it('leaves out numbers that lie under the words', () => {
  const marks = rulerMarks(2032, 740, 0.34, words);
  expect(tickIsFree(marks, 0, 7, 740)).toBe(true);
  expect(tickIsFree(marks, 1536 * 0.34, 5, 740)).toBe(false);
  expect(tickIsFree(marks, 2048 * 0.34, 5, 2100 * 0.34)).toBe(false);
});
