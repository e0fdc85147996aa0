// How numbers are written in the labs, and the measures that all of them have.
import { count, size } from '../../layout/format';
import type { Cell, Measure } from './study';

const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** A number with at most three significant figures: `2.23`, `0.0021`. */
export const figures = (n: number) => plain.format(n);

/** A time with its unit: `12 µs`, `3.4 ms`, `1.38 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${plain.format(ms / 1000)} s`;
  return ms >= 1 || ms === 0 ? `${plain.format(ms)} ms` : `${plain.format(ms * 1000)} µs`;
}

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** A size in units of 1,000, `10 MB`: lengths are chosen as powers of ten. */
export function decimal(n: number): string {
  const [factor, unit] = UNITS.find(([least]) => n >= least) ?? [1, 'B'];
  return `${plain.format(n / factor)} ${unit}`;
}

/** A size in a cell, in units of 1,000 bytes. */
export const decimalCell = (value: Cell) => decimal(Number(value));

export const BUFFERS: Measure = {
  id: 'buffers',
  title: 'Buffers',
  unit: 'pages of 8 kB',
  said: count,
  tick: (n) => compact.format(n),
};
export const LOG: Measure = {
  id: 'wal_bytes',
  title: 'Log',
  unit: 'bytes',
  said: size,
  tick: decimal,
};
export const TIME: Measure = {
  id: 'modelled_ms',
  title: 'Time',
  unit: 'µs, ms or s',
  said: duration,
  tick: duration,
  modelled: true,
};

/** Milliseconds that a lab's times are whole numbers of: a nanosecond. */
const TICK = 0.000001;

/** How many times as long one time is as another, with no more digits than the times justify, at most three. */
export function quotient(long: number, short: number): number {
  if (short <= 0) return 0;
  const error = TICK / 2 / short + TICK / 2 / Math.max(long, TICK);
  const digits = error < 0.005 ? 3 : error < 0.05 ? 2 : 1;
  return Number((long / short).toPrecision(digits));
}
