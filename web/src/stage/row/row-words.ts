// Words and marks that all drawings of a row have in common.
import type { ColumnView, RowView } from '../../engine/protocol';
import { count, percent, plural } from '../../layout/format';
import { chunkCount } from '../../layout/shared-chunks';

/** A TID as text: `(3,14)`. */
export const tidText = (at: { block: number; offset: number }) =>
  `(${count(at.block)},${at.offset})`;

/** The corners of a polygon, given one after the other. */
export const corners = (numbers: readonly number[]) =>
  numbers.map((n, i) => (i % 2 ? `${n.toFixed(1)} ` : `${n.toFixed(1)},`)).join('');

/** A sentence on what TOAST did with a column; empty if it did nothing, or a toaster drew the pointer in parts. */
export function storageStory(row: RowView, c: ColumnView, nameOf: (oid: number) => string): string {
  const raw = plural(c.raw, 'byte');
  if (c.form === 'compressed') {
    return `${raw}, compressed with ${c.compression} to ${count(c.length)} (${percent(c.length / (c.raw + 4))}) and kept in the row.`;
  }
  if (!c.pointer || c.parts.length > 0) return '';
  const value = row.values.find((v) => row.tuple.columns[v.column] === c);
  const shared =
    value && value.owners.length > 1
      ? `, shared by ${plural(value.owners.length, 'row version')}`
      : '';
  const chunks = value
    ? `${plural(chunkCount(value.chunks), 'chunk')} in ${nameOf(value.toastRelation)}${shared}`
    : 'chunks that are gone';
  return c.compression
    ? `${raw}, compressed with ${c.compression} to ${count(c.pointer.extsize)} (${percent(c.pointer.extsize / c.raw)}), cut into ${chunks}.`
    : `${raw}, not compressed, cut into ${chunks}.`;
}
