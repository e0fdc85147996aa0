// What to take home from an archive: the smallest file, the quickest, and what wal_compression does alone.
import { nameOf } from './choices';
import type { Result } from './result';
import type { Log } from './logs';
import { seconds, share } from './numbers';

export function takeHome(
  plain: Log | undefined,
  compressed: Log | undefined,
  results: readonly Result[],
): string {
  const own = results.filter((r) => r.inside === plain?.inside && r.way === 'whole');
  const smallest = own.toSorted((a, b) => a.size - b.size)[0];
  const quickest = own.toSorted((a, b) => a.seconds - b.seconds)[0];
  if (!plain || !smallest || !quickest) return '';
  const of = (r: Result) =>
    `${nameOf(r)} leaves ${share(r.size, plain.size)} of the log and takes ${seconds(r.seconds)} s`;
  const inside = compressed
    ? `; wal_compression alone leaves ${share(compressed.size, plain.size)}, of what the server writes as well`
    : '';
  return `${smallest === quickest ? of(smallest) : `${of(smallest)}, ${of(quickest)}`}${inside}.`;
}
