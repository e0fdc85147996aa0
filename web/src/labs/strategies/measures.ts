// What is drawn of a measured statement, and how it is said.
import { count } from '../../layout/format';
import type { Cost } from './sweep';

export interface Measure {
  id: 'buffers' | 'time' | 'wal';
  /** On the switch. */
  title: string;
  /** Behind a value. */
  unit: string;
  value: (cost: Cost) => number;
  /** What is no growth: a page more or less, a few bytes of a diff. */
  few: number;
  /** A value without its unit. */
  said: (n: number) => string;
  /** At an axis. */
  tick: (n: number) => string;
}

const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** 13,200,340 is `13.2 MB` at an axis, where a kB is 1,000 bytes, so that ticks are round. */
export function bytesTick(n: number): string {
  const [factor, unit] = n >= 1e6 ? [1e6, 'MB'] : n >= 1e3 ? [1e3, 'kB'] : [1, 'B'];
  return `${plain.format(n / factor)} ${unit}`;
}

const BUFFERS: Measure = {
  id: 'buffers',
  title: 'Buffers',
  unit: 'buffers',
  value: (cost) => cost.buffers,
  few: 2,
  said: count,
  tick: (n) => compact.format(n),
};
const TIME: Measure = {
  id: 'time',
  title: 'Time, modelled',
  unit: 'ms as modelled',
  value: (cost) => cost.time,
  few: 0.002,
  said: (n) => plain.format(n),
  tick: (n) => (n >= 1 ? `${plain.format(n)} ms` : `${plain.format(n * 1000)} µs`),
};
const WAL: Measure = {
  id: 'wal',
  title: 'Log',
  unit: 'bytes of log',
  value: (cost) => cost.walBytes,
  few: 32,
  said: count,
  tick: bytesTick,
};

export const MEASURES = {
  access: [BUFFERS, TIME],
  update: [WAL, BUFFERS, TIME],
} as const satisfies Record<'access' | 'update', readonly Measure[]>;
