// Sums up the statements of a kind over all documents, as the talk's aggregated statistics do.
import { BUFFERS, LOG, TIME } from '../study/number-format';
import type { Chart, Row } from '../study/study';
import type { Strategy } from './strategies';
import type { Measured } from './sweep';

/** What all reading and all updating statements of a strategy cost together. */
export interface Total {
  strategy: Strategy;
  access: { buffers: number; time: number };
  update: { buffers: number; walBytes: number; time: number };
}

/** The totals of each strategy that was measured. */
export function totalsOf(strategies: readonly Strategy[], results: readonly Measured[]): Total[] {
  return strategies.flatMap((strategy) => {
    const own = results.filter((point) => point.strategy === strategy);
    if (own.length === 0) return [];
    /** Adds up a number over all statements of a kind. */
    const sum = (kind: 'access' | 'update', numberOf: (point: Measured) => number) =>
      own
        .filter(({ operation }) => operation.kind === kind)
        .reduce((all, p) => all + numberOf(p), 0);
    /** The buffers of a point. */
    const buffers = (p: Measured) => p.buffers;
    /** The modelled time of a point. */
    const time = (p: Measured) => p.time;
    return [
      {
        strategy,
        access: { buffers: sum('access', buffers), time: sum('access', time) },
        update: {
          buffers: sum('update', buffers),
          walBytes: sum('update', (p) => p.walBytes),
          time: sum('update', time),
        },
      },
    ];
  });
}

const SAID: Readonly<Record<string, string>> = {
  access: 'all reads',
  update: 'all updates',
};

/** The totals as rows of a chart, reads and updates separately. */
export const totalRows = (totals: readonly Total[]): Row[] =>
  totals.flatMap(({ strategy, access, update }) => {
    const row = { strategy: strategy.id, toaster: strategy.toaster };
    return [
      { ...row, kind: 'access', buffers: access.buffers, modelled_ms: access.time },
      {
        ...row,
        kind: 'update',
        buffers: update.buffers,
        modelled_ms: update.time,
        wal_bytes: update.walBytes,
      },
    ];
  });

/** Today’s TOAST beside the toaster for jsonb, improvement by improvement. */
export const TOTALS: Chart = {
  id: 'totals',
  title: 'Today’s TOAST and the toaster for jsonb',
  about:
    'All statements of a kind on every document, added up: the talk’s aggregated statistics. The largest document weighs most.',
  shape: 'bars',
  part: () => true,
  across: { id: 'strategy', title: 'Strategy', unit: 'each adds to the one before', said: String },
  series: {
    id: 'toaster',
    all: [
      { value: 'deftoaster', name: 'today’s TOAST' },
      { value: 'jsonb_toaster', name: 'the toaster for jsonb', proposal: true },
    ],
  },
  only: { id: 'kind', title: 'Statements', said: (value) => SAID[String(value)] ?? '' },
  measures: [TIME, BUFFERS, LOG],
};
