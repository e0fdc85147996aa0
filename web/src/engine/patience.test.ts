import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Patience } from './patience';
import type { Reply, Request } from './protocol';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const run = { kind: 'run' } as Request;
const ask = { kind: 'ask' } as Request;
const says = (kind: Reply['kind']) => ({ kind }) as Reply;

/** One that is there, and what it complained of. */
function there() {
  const told: string[] = [];
  const patience = new Patience((why) => told.push(why));
  patience.begin();
  patience.heard(says('connected'));
  patience.heard(says('ready'));
  return { patience, told };
}

test('a worker that does not answer is given up, one whose module is on its way is not', () => {
  const told: string[] = [];
  const patience = new Patience((why) => told.push(why));
  patience.begin();
  vi.advanceTimersByTime(14_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['away']);
  patience.begin();
  patience.heard(says('connected'));
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual(['away']);
});

test('what is not begun within some seconds is told once', () => {
  const { patience, told } = there();
  vi.advanceTimersByTime(600_000);
  patience.asked(run);
  expect(patience.busy).toBe(true);
  vi.advanceTimersByTime(5000);
  patience.asked(ask);
  vi.advanceTimersByTime(4999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['busy']);
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual(['busy']);
});

test('what is begun may take as long as a statement may, and each word begins that anew', () => {
  const { patience, told } = there();
  patience.asked(run);
  for (let i = 0; i < 10; i++) {
    patience.heard(says(i === 0 ? 'begun' : 'running'));
    vi.advanceTimersByTime(24_000);
  }
  expect([told, patience.busy]).toEqual([[], false]);
  patience.heard(says('answer'));
  vi.advanceTimersByTime(25_000);
  expect(told).toEqual(['hangs']);
});

test('nobody waits once all is answered', () => {
  const { patience, told } = there();
  patience.asked(run);
  patience.asked(ask);
  patience.heard(says('running'));
  patience.heard(says('finished'));
  expect(patience.busy).toBe(true);
  patience.heard(says('answer'));
  expect(patience.busy).toBe(false);
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual([]);
});

test('a module that stopped is not waited for', () => {
  const { patience, told } = there();
  patience.asked(run);
  patience.heard(says('panicked'));
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual([]);
});
