// How the labs' numbers are said, and the measures that all of them have.
import { count, size } from '../../layout/format';
import type { Cell, Measure } from './study';

const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** At most three figures: `2.23`, `0.0021`. */
export const figures = (n: number) => plain.format(n);

/** Milliseconds as one would say them: `12 µs`, `3.4 ms`, `1.38 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${plain.format(ms / 1000)} s`;
  return ms >= 1 || ms === 0 ? `${plain.format(ms)} ms` : `${plain.format(ms * 1000)} µs`;
}

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Bytes where a kB is 1,000, as lengths are chosen in tens: `10 MB`. */
export function decimal(n: number): string {
  const [factor, unit] = UNITS.find(([least]) => n >= least) ?? [1, 'B'];
  return `${plain.format(n / factor)} ${unit}`;
}

/** A cell that holds bytes. */
export const decimalCell = (value: Cell) => decimal(Number(value));

export const BUFFERS: Measure = {
  id: 'buffers',
  title: 'Buffers',
  said: count,
  tick: (n) => compact.format(n),
};
export const LOG: Measure = { id: 'wal_bytes', title: 'Log', said: size, tick: decimal };
export const TIME: Measure = {
  id: 'modelled_ms',
  title: 'Time',
  said: duration,
  tick: duration,
  modelled: true,
};
