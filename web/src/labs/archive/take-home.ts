// The sentence to take home from the archive lab: the smallest file, the quickest, and what wal_compression does alone.
import { nameOf } from './choices';
import type { Result } from './result';
import type { Log } from './logs';
import { seconds, share } from './numbers';

/** The sentence to take home; empty without results. */
export function takeHome(
  plain: Log | undefined,
  compressed: Log | undefined,
  results: readonly Result[],
): string {
  const own = results.filter((r) => r.inside === plain?.inside && r.way === 'whole');
  const smallest = own.toSorted((a, b) => a.size - b.size)[0];
  const quickest = own.toSorted((a, b) => a.seconds - b.seconds)[0];
  if (!plain || !smallest || !quickest) return '';
  /** What a result leaves of the log, and in what time. */
  const resultText = (r: Result) =>
    `${share(r.size, plain.size)} of the log in ${seconds(r.seconds)} s`;
  const smaller = `${nameOf(smallest)} makes the smallest archive: ${resultText(smallest)}.`;
  const quicker =
    smallest === quickest ? '' : ` ${nameOf(quickest)} is the quickest: ${resultText(quickest)}.`;
  const inside = compressed
    ? ` wal_compression leaves ${share(compressed.size, plain.size)} without any program, and the server itself writes less.`
    : '';
  return smaller + quicker + inside;
}
