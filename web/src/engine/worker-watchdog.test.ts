import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerWatchdog } from './worker-watchdog';
import type { Reply, Request } from './protocol';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const run = { kind: 'run' } as Request;
const ask = { kind: 'ask' } as Request;
const says = (kind: Reply['kind']) => ({ kind }) as Reply;

/** A watchdog whose worker has started, and the complaints it makes. */
function there() {
  const reasons: string[] = [];
  const watchdog = new WorkerWatchdog((why) => reasons.push(why));
  watchdog.begin();
  watchdog.heard(says('connected'));
  watchdog.heard(says('ready'));
  return { watchdog, reasons };
}

test('a worker that does not answer is given up, one whose module is on its way is not', () => {
  const reasons: string[] = [];
  const watchdog = new WorkerWatchdog((why) => reasons.push(why));
  watchdog.begin();
  vi.advanceTimersByTime(14_000);
  expect(reasons).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(reasons).toEqual(['away']);
  watchdog.begin();
  watchdog.heard(says('connected'));
  vi.advanceTimersByTime(600_000);
  expect(reasons).toEqual(['away']);
});

test('what is not begun within some seconds is reported once', () => {
  const { watchdog, reasons } = there();
  vi.advanceTimersByTime(600_000);
  watchdog.asked(run);
  expect(watchdog.busy).toBe(true);
  vi.advanceTimersByTime(5000);
  watchdog.asked(ask);
  vi.advanceTimersByTime(4999);
  expect(reasons).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reasons).toEqual(['busy']);
  vi.advanceTimersByTime(600_000);
  expect(reasons).toEqual(['busy']);
});

test('what is begun may take as long as a statement may, and each word begins that anew', () => {
  const { watchdog, reasons } = there();
  watchdog.asked(run);
  for (let i = 0; i < 10; i++) {
    watchdog.heard(says(i === 0 ? 'begun' : 'running'));
    vi.advanceTimersByTime(24_000);
  }
  expect([reasons, watchdog.busy]).toEqual([[], false]);
  watchdog.heard(says('answer'));
  vi.advanceTimersByTime(25_000);
  expect(reasons).toEqual(['hangs']);
});

test('nobody waits once all is answered', () => {
  const { watchdog, reasons } = there();
  watchdog.asked(run);
  watchdog.asked(ask);
  watchdog.heard(says('running'));
  watchdog.heard(says('finished'));
  expect(watchdog.busy).toBe(true);
  watchdog.heard(says('answer'));
  expect(watchdog.busy).toBe(false);
  vi.advanceTimersByTime(600_000);
  expect(reasons).toEqual([]);
});

test('a module that stopped is not waited for', () => {
  const { watchdog, reasons } = there();
  watchdog.asked(run);
  watchdog.heard(says('panicked'));
  vi.advanceTimersByTime(600_000);
  expect(reasons).toEqual([]);
});
