// The talk's aggregated statistics: what all statements of a kind cost together, over all documents.
import type { Strategy } from './strategies';
import type { Measured } from './sweep';

export interface Total {
  strategy: Strategy;
  access: { buffers: number; time: number };
  update: { buffers: number; walBytes: number; time: number };
}

/** Of each strategy that was measured. */
export function totalsOf(strategies: readonly Strategy[], results: readonly Measured[]): Total[] {
  return strategies.flatMap((strategy) => {
    const own = results.filter((point) => point.strategy === strategy);
    if (own.length === 0) return [];
    const sum = (kind: 'access' | 'update', of: (point: Measured) => number) =>
      own.filter(({ operation }) => operation.kind === kind).reduce((all, p) => all + of(p), 0);
    const buffers = (p: Measured) => p.buffers;
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
