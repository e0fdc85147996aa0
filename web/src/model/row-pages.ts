// The pages that a row lies on: its own, those of its index entries, those of its chunks and of their entries.
import type { RowView } from '../engine/protocol';

/** The blocks that belong to a row, by relation. */
export function marksOf(row: RowView | null): Map<number, Set<number>> {
  const marks = new Map<number, Set<number>>();
  /** Adds a page of a relation. */
  const mark = (relation: number, block: number) => {
    const blocks = marks.get(relation);
    if (blocks) blocks.add(block);
    else marks.set(relation, new Set([block]));
  };
  /** Adds the pages from one to another. */
  const markAll = (relation: number, first: { block: number }, last: { block: number }) => {
    for (let block = first.block; block <= last.block; block++) mark(relation, block);
  };
  if (!row) return marks;
  mark(row.relation, row.tid.block);
  for (const entry of row.entries) mark(entry.index, entry.at.block);
  for (const value of row.values) {
    for (const chunk of value.chunks) {
      markAll(value.toastRelation, chunk.tid, chunk.end);
      markAll(value.toastIndex, chunk.entry, chunk.entryEnd);
    }
  }
  return marks;
}
