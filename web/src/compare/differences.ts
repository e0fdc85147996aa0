// What differs between two runs at one moment, in numbers.
import { sizesOf } from '../model/sizes';
import type { Scene } from '../timeline/scene';

export interface Difference {
  name: string;
  unit: 'pages' | 'bytes' | 'records';
  left: number;
  right: number;
  /** How many times more the larger is; 1 when they are equal, Infinity when one is nothing. */
  times: number;
}

const times = (a: number, b: number) => (a === b ? 1 : Math.max(a, b) / Math.min(a, b));

/** All that is compared, in a fixed order, so that nothing jumps. */
export function differences(left: Scene, right: Scene): Difference[] {
  const [a, b] = [sizesOf(left.relations, left.files), sizesOf(right.relations, right.files)];
  const [u, v] = [left.counters.statement, right.counters.statement];
  const logged = (s: Scene) => s.log.records.reduce((sum, r) => sum + r.bytes, 0);
  const rows: [string, Difference['unit'], number, number][] = [
    ['hit', 'pages', u.hit, v.hit],
    ['read', 'pages', u.read, v.read],
    ['dirtied', 'pages', u.dirtied, v.dirtied],
    ['written', 'pages', u.written, v.written],
    ['WAL', 'bytes', logged(left), logged(right)],
    ['tables', 'bytes', a.table, b.table],
    ['TOAST', 'bytes', a.toast, b.toast],
    ['indexes', 'bytes', a.index, b.index],
    ['dead', 'bytes', a.dead, b.dead],
  ];
  return rows.map(([name, unit, l, r]) => ({ name, unit, left: l, right: r, times: times(l, r) }));
}
