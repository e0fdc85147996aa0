// What happened to the row, in one sentence.
import { limits } from '../../engine/limits';
import { count, plural } from '../../layout/format';
import type { Stored } from './recorded-row';
import { chunksOf } from './row-bytes';
import type { SampleValue, Storage } from './sample-values';

/** `3 chunks leave`, `1 chunk leaves`. */
const leave = (stored: number) => {
  const { length } = chunksOf(stored);
  return `${plural(length, 'chunk')} ${length === 1 ? 'leaves' : 'leave'} for the TOAST table`;
};

/** The sentence on what happened to the row. */
export function rowSentence(
  { length, formed, row, stored, method, out }: Stored,
  { words, many }: SampleValue,
  { id }: Storage,
): string {
  const limit = limits.toastTupleThreshold;
  if (!out && !method) {
    return formed === limit
      ? `Just ${count(limit)} bytes: the row stays whole. One letter more, and it will not.`
      : `The row stays whole: it is not over ${count(limit)} bytes.`;
  }
  const left = `${leave(stored)}, and ${plural(row, 'byte')} stay in the row`;
  if (!out) {
    const squeezed = `${count(length)} letters to ${plural(stored, 'byte')}`;
    return `Over ${count(limit)} bytes, so ${method} squeezes ${squeezed}, and they stay in the row.`;
  }
  if (id === 'external')
    return `Over ${count(limit)} bytes, and EXTERNAL compresses nothing: ${left}.`;
  if (!method) {
    const verb = many ? 'gain' : 'gains';
    return `Over ${count(limit)} bytes, and ${words} ${verb} nothing from ${id}: ${left}.`;
  }
  return `${method} makes ${words} ${plural(stored, 'byte')}, still too many: ${left}.`;
}
