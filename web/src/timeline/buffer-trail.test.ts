import { expect, test } from 'vitest';
import type { StepData } from '../engine/protocol';
import type { Placed } from './tape';
import { bufferTrail } from './buffer-trail';

// As the engine tells two values of 5,000 and 9,000 bytes: the table's page is looked up once.
const [TABLE, TOAST, INDEX] = [1, 2, 3];
const EVENTS: [kind: string, value: number, ...pins: number[][]][] = [
  ['statementStarted', 0],
  ['pointerRead', 7, [TABLE, 9, 0, 1], [TABLE, 0, 0, 1]],
  ['indexDescended', 0, [INDEX, 1, 0, 1], [INDEX, 4, 1, 1]],
  ['chunkRead', 7, [TOAST, 0, 0, 1], [TOAST, 0, 2, 1]],
  ['chunkRead', 7],
  ['valueDetoasted', 7],
  ['pointerRead', 8],
  ['indexDescended', 0, [INDEX, 1, 0, 1]],
  ['chunkRead', 8, [TOAST, 1, 0, 1]],
];
let words = 0;
const step = {
  pins: Uint32Array.from(EVENTS.flatMap(([, , ...pins]) => pins.flat())),
  frames: EVENTS.map(([kind, value, ...pins]) => {
    words += 4 * pins.length;
    return { event: { kind, value }, pins: words };
  }),
} as unknown as StepData;
const placed: Placed = { step, start: 5, end: 5 + EVENTS.length };
const walk = (frame: number, value: number) =>
  bufferTrail(placed, 6 + frame, value).map((s) => `${s.file}:${s.block}${s.now ? '!' : ''}`);

test('each look-up is a stop, from the page of the pointer on', () => {
  expect(walk(0, 7)).toEqual([]);
  expect(walk(1, 7)).toEqual(['1:0!']);
  expect(walk(2, 7)).toEqual(['1:0', '3:1!', '3:4!']);
  expect(walk(4, 7)).toEqual(['1:0', '3:1', '3:4', '2:0']);
  expect(walk(5, 7)).toEqual(walk(4, 7));
});

test('the next value begins its own walk', () => {
  expect(walk(6, 8)).toEqual([]);
  expect(walk(8, 8)).toEqual(['3:1', '2:1!']);
});
