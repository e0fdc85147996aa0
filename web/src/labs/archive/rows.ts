// Results as the rows of the study's tables.
import { keyOf, nameOf, tableOf, type Choice } from './choices';
import type { Result } from './result';
import type { WalCompression } from './logs';

/** A choice, with what it made of the log as it is and of wal_compression's. */
export interface Row extends Choice {
  key: string;
  name: string;
  plain?: Result;
  compressed?: Result;
}

/** A column by which the table can be sorted. */
export type Column =
  'name' | `${'plain' | 'compressed'} ${'seconds' | 'size'}` | `plain ${'cpu' | 'memory'}`;
/** The column by which the rows are sorted, and the direction. */
export interface Order {
  column: Column;
  descending: boolean;
}

const PROGRAMS = ['gzip', 'bzip2', 'xz', 'zstd', '7z', 'lz4'];

/**
 * The rows of one of the tables, sorted. Rows that lack the value sorted by count as the greatest: they come last, or
 * first in descending order.
 */
export function rowsOf(
  results: readonly Result[],
  table: 1 | 2 | 3,
  plain: WalCompression,
  order: Order,
): Row[] {
  const rows = new Map<string, Row>();
  for (const result of results) {
    if (tableOf(result) !== table) continue;
    const key = keyOf(result);
    const { method, level, way } = result;
    const row = rows.get(key) ?? { key, name: nameOf(result), method, level, way };
    row[result.inside === plain ? 'plain' : 'compressed'] = result;
    rows.set(key, row);
  }
  /** The number that the rows are sorted by. */
  const value = (row: Row): number => {
    const [which, what] = order.column.split(' ') as [
      'plain' | 'compressed',
      'seconds' | 'size' | 'cpu' | 'memory',
    ];
    return row[which]?.[what] ?? Infinity;
  };
  /** The order of the study: program, way, level. */
  const byName = (a: Row, b: Row) =>
    PROGRAMS.indexOf(a.method) - PROGRAMS.indexOf(b.method) ||
    a.way.localeCompare(b.way) ||
    a.level - b.level;
  const sign = order.descending ? -1 : 1;
  return [...rows.values()].sort((a, b) => {
    const difference = order.column === 'name' ? 0 : value(a) - value(b);
    return sign * (Number.isNaN(difference) ? 0 : difference) || sign * byName(a, b);
  });
}
