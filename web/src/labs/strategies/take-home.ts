// What to take home from the strategies, as a sentence.
import { count, plural, size } from '../../layout/format';
import { decimal } from '../study/number-format';
import type { Measured } from './sweep';

/** What a short key of the largest document costs to read and to change, today and with the talk's strategies. */
export function takeHome(results: readonly Measured[]): string {
  const largest = Math.max(0, ...results.map(({ bytes }) => bytes));
  /** What was measured of the greatest document. */
  const at = (strategy: string, operation: string) =>
    results.find(
      (point) =>
        point.bytes === largest &&
        point.strategy.id === strategy &&
        point.operation.id === operation,
    );
  const [read, shared] = [at('whole', 'get-key1'), at('shared', 'get-key1')];
  const [written, inPlace] = [at('whole', 'set-key2,0'), at('inplace', 'set-key2,0')];
  if (!read || !shared || !written || !inPlace) return '';
  return (
    `Today a document is read and written as a whole: of one of ${size(largest)} a key costs ${plural(read.buffers, 'buffer')} to read ` +
    `and an element ${decimal(written.walBytes)} of log to change. Stored by field it would be ` +
    `${plural(shared.buffers, 'buffer')} and ${count(inPlace.walBytes)} bytes, however long it gets.`
  );
}
