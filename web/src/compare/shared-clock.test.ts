import { expect, test } from 'vitest';
import { sharedClock, placesAt, spanAt, stopAfter, stopBefore } from './shared-clock';

/** Frames that are shown for 100 ms each, or for so long. */
const frames = (many: number, ms = 100) => Array.from({ length: many }, () => ms);
const spans = sharedClock([frames(3), frames(10), frames(4)], [frames(3), frames(2), frames(8)]);

test('both runs begin each statement together, and it lasts as long as the longer one', () => {
  expect(spans.map((s) => [s.start, s.end])).toEqual([
    [0, 300],
    [300, 1300],
    [1300, 2100],
  ]);
  expect([0, 300, 1300, 2100].map((at) => placesAt(spans, at))).toEqual([
    [0, 0],
    [3, 3],
    [13, 5],
    [17, 13],
  ]);
});

test('the run that has less to show is done sooner, and waits', () => {
  expect(placesAt(spans, 400)).toEqual([4, 4]);
  expect(placesAt(spans, 500)).toEqual([5, 5]);
  expect(placesAt(spans, 800)).toEqual([8, 5]);
  expect(spanAt(spans, 400)).toBe(1);
});

test('a frame is shown from when the one before is over until its own time is', () => {
  const uneven = sharedClock([[100, 900]], [[500, 50]]);
  expect([1, 100, 101, 500, 501, 550, 1000].map((at) => placesAt(uneven, at))).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 1],
    [2, 2],
    [2, 2],
    [2, 2],
  ]);
});

test('frames that take no time are over at the end', () => {
  expect(placesAt(sharedClock([[100, 0, 0]], [[0.2, 0.2]]), 100)).toEqual([3, 2]);
});

test('a run that ended early waits', () => {
  expect(placesAt(sharedClock([frames(2), frames(5)], [frames(2)]), 600)).toEqual([6, 2]);
});

test('steps go from picture to picture of either run', () => {
  const uneven = sharedClock([[100, 900]], [[500, 50]]);
  expect([0, 100, 500, 550, 1000].map((at) => stopAfter(uneven, at))).toEqual([
    ...[100, 500, 550, 1000],
    null,
  ]);
  expect([1000, 550, 500, 100, 0].map((at) => stopBefore(uneven, at))).toEqual([
    ...[550, 500, 100, 0],
    0,
  ]);
});
