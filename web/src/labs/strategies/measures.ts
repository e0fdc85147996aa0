// The measures that can be drawn of a statement, and how their values are written.
import { count } from '../../layout/format';
import type { Cost } from '../study/run-statement';
import { decimal, duration, figures, quotient } from '../study/number-format';

/** A number that is drawn of each measured statement. */
export interface Measure {
  id: 'buffers' | 'time' | 'wal' | 'speedup';
  /** On the switch. */
  title: string;
  /** Over the axis, with the unit. */
  axis: string;
  /** Behind a value. */
  unit: string;
  /** `whole` is what the same statement costs today; null where that was not measured. */
  value: (cost: Cost, whole: Cost | null) => number;
  /** What is no growth: a page more or less, a few bytes of a diff. */
  few: number;
  /** A value without its unit. */
  said: (n: number) => string;
  /** At an axis. */
  tick: (n: number) => string;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

const BUFFERS: Measure = {
  id: 'buffers',
  title: 'Buffers',
  axis: 'Buffers (pages of 8 kB, log scale)',
  unit: 'buffers',
  value: (cost) => cost.buffers,
  few: 2,
  said: count,
  tick: (n) => compact.format(n),
};
const TIME: Measure = {
  id: 'time',
  title: 'Time, modelled',
  axis: 'Time (µs or ms, modelled, log scale)',
  unit: 'ms as modelled',
  value: (cost) => cost.time,
  few: 0.002,
  said: figures,
  tick: duration,
};
const WAL: Measure = {
  id: 'wal',
  title: 'Log',
  axis: 'Log (bytes, log scale)',
  unit: 'bytes of log',
  value: (cost) => cost.walBytes,
  few: 32,
  said: count,
  tick: decimal,
};

/** What is said beside a speed-up. */
export const SPEEDUP_NOTE =
  'Both times are modelled, to the nanosecond, so that the ratio is the model’s: on a server either time may differ by a factor of two.';

/** How many times faster than today. */
const SPEEDUP: Measure = {
  id: 'speedup',
  title: 'Speed-up, modelled',
  axis: 'Speed-up (times today’s, modelled, log scale)',
  unit: 'times as fast as whole, as modelled',
  value: (cost, whole) => (whole ? quotient(whole.time, cost.time) : 0),
  few: 0.2,
  said: figures,
  tick: (n) => `${figures(n)}×`,
};

export const MEASURES = {
  access: [BUFFERS, TIME, SPEEDUP],
  update: [WAL, BUFFERS, TIME, SPEEDUP],
} as const satisfies Record<'access' | 'update', readonly Measure[]>;
