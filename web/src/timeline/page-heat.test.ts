import { expect, test } from 'vitest';
import type { StepData } from '../engine/protocol';
import { heatAt, heatShare, mostTouched } from './page-heat';
import type { Placed } from './tape';

const ANY = 0xffffffff;
// File, block, how, times: a hit, a read, a page dirtied, a page of another fork, pins counted by file.
const pins = [
  [7, 0, 0, 1],
  [7, 3, 1, 2],
  [7, 3, 2, 9],
  [7, 0, 8, 9],
  [7, ANY, 0, 50],
  [8, 1, 0, 100],
  [7, 3, 0, 5],
];
const step = {
  pins: Uint32Array.from(pins.flat()),
  frames: [2, 5, 6, 7].map((n) => ({ pins: 4 * n })),
} as unknown as StepData;
const placed: Placed = { step, start: 10, end: 14 };
const seen = (at: number) =>
  [...heatAt(placed, at)].map(([file, blocks]) => [file, ...[...blocks].flat()]);

test('each page is as hot as it was touched, at any place and in any order', () => {
  const all = [
    [],
    [[7, 0, 1, 3, 2]],
    [[7, 0, 1, 3, 2]],
    [
      [7, 0, 1, 3, 2],
      [8, 1, 100],
    ],
    [
      [7, 0, 1, 3, 7],
      [8, 1, 100],
    ],
  ];
  for (const i of [0, 1, 2, 3, 4, 2, 4, 1, 3, 0]) expect(seen(10 + i)).toEqual(all[i]);
  expect(mostTouched(placed)).toBe(100);
  expect(heatAt(null, 3).size).toBe(0);
});

test('heat goes by tenfolds', () => {
  expect(heatShare(0, 100)).toBe(0);
  expect(heatShare(100, 100)).toBe(1);
  expect(heatShare(10, 100)).toBeCloseTo(0.575);
  expect(heatShare(1, 1)).toBe(0.25);
});
