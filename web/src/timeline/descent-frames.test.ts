import { expect, it } from 'vitest';
import type { StepData } from '../engine/protocol';
import { withDescentFrames } from './descent-frames';

const [TOAST, INDEX] = [2, 3];
/** A chunk that is found over a root, an inner page and a leaf, in pins of four words. */
const step = (path: number[], pins: number[][]) =>
  ({
    id: 1,
    pins: Uint32Array.from([[1, 0, 0, 1], ...pins, [TOAST, 7, 0, 1]].flat()),
    frames: [
      { event: { kind: 'pointerRead' }, pins: 4, patch: 8, wal: 2, clock: 1 },
      {
        event: { kind: 'indexDescended', index: INDEX, path },
        pins: 4 * (1 + pins.length),
        patch: 8,
        wal: 2,
        clock: 4,
      },
      { event: { kind: 'chunkRead' }, pins: 4 * (2 + pins.length), patch: 8, wal: 2, clock: 5 },
    ],
  }) as unknown as StepData;
const THREE = [
  [INDEX, 3, 0, 1],
  [INDEX, 5, 1, 1],
  [INDEX, 4, 0, 1],
];

it('is a frame for each page, with the pages so far and the pins up to it', () => {
  const { frames } = withDescentFrames(step([3, 5, 4], THREE));
  expect(frames.map(({ pins, clock }) => [pins, clock])).toEqual([
    [4, 1],
    [8, 2],
    [12, 3],
    [16, 4],
    [20, 5],
  ]);
  expect(frames.slice(1, 4).map(({ event }) => event)).toEqual(
    [{ path: [3], levels: 3 }, { path: [3, 5], levels: 3 }, { path: [3, 5, 4] }].map((way) => ({
      kind: 'indexDescended',
      index: INDEX,
      ...way,
    })),
  );
});

it('stays one frame where the pins do not say when each page was looked at', () => {
  const counted = step([3, 4], [[INDEX, 0xffffffff, 0, 2]]);
  expect(withDescentFrames(counted)).toBe(counted);
  const short = step([1], [[INDEX, 1, 0, 1]]);
  expect(withDescentFrames(short)).toBe(short);
});
