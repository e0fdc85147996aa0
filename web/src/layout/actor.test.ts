import { expect, it } from 'vitest';
import type { ActorValue } from '../model/cast/value';
import { chunkBars } from './actor';

/** A value of many chunks, none of them shown yet. */
const value: ActorValue = {
  id: 1,
  toastRel: 2,
  attribute: 1,
  field: '',
  size: 177 * 1996,
  chunks: 177,
  full: 1996,
  first: 0,
  kept: 0,
  singleChunks: [],
  done: false,
};

it.each([328, 500, 740, 1600])(
  'what stands for many chunks has room for words at %i px',
  (wide) => {
    const bars = chunkBars(value, wide, 0, 'unread', 0, 176);
    const many = bars.find((bar) => bar.chunks > 1);
    expect(many?.chunks).toBe(167);
    expect(many?.width).toBeGreaterThanOrEqual(88);
    const end = bars.at(-1);
    expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual(wide + 0.01);
    const singles = bars.filter((bar) => bar.chunks === 1).map((bar) => Math.round(bar.width));
    expect(new Set(singles).size).toBe(1);
  },
);

it('two chunks fill the width of a frame in another page', () => {
  const two = { ...value, size: 2006, chunks: 2 };
  const end = chunkBars(two, 560, 0, 'unread', 0, 1).at(-1);
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeCloseTo(560, 1);
});
