// Sentences about frames without an event of their own: slices, and pages that are looked at.
import type { Bulk } from '../../engine/protocol';
import { count, plural } from '../../layout/format';
import type { Names } from '../../model/names';
import type { Pin } from '../../model/tape-words';

/** A sentence that counts what a slice did. */
export function sliceSentence(b: Bulk): string {
  const parts: string[] = [];
  /** Adds a count, if it is not 0. */
  const add = (n: number, one: string, more?: string) => {
    if (n > 0) parts.push(plural(n, one, more));
  };
  add(b.inserted, 'row inserted', 'rows inserted');
  add(b.updated, `row updated`, `rows updated`);
  if (b.updated > 0 && b.hot > 0) parts.push(`${count(b.hot)} of them HOT`);
  add(b.deleted, 'row deleted', 'rows deleted');
  add(b.detoasted, 'value fetched', 'values fetched');
  add(b.chunksWritten, 'chunk written', 'chunks written');
  add(b.chunksRead, 'chunk read', 'chunks read');
  add(b.chunksDeleted, 'chunk deleted', 'chunks deleted');
  add(b.pruned, 'page pruned', 'pages pruned');
  add(b.vacuumed, 'page vacuumed', 'pages vacuumed');
  add(b.replayed, 'record replayed', 'records replayed');
  add(b.entriesDeleted, 'index entry removed', 'index entries removed');
  if (parts.length < 3) add(b.splits, 'leaf split', 'leaves split');
  if (parts.length < 2) add(b.descents, 'index descent');
  return parts.length > 0
    ? `In one go: ${parts.join(', ')}.`
    : 'Pages are read, one after the other.';
}

/** A sentence about pages that were pinned while nothing else happened. */
export function pages(pins: Pin[], names: Names): string {
  const by = new Map<string, number>();
  for (const pin of pins) {
    if (pin.kind !== 'hit' && pin.kind !== 'read') continue;
    const name = names.fileName(pin.file);
    by.set(name, (by.get(name) ?? 0) + pin.times);
  }
  const parts = [...by].map(([name, n]) => `${plural(n, 'page')} of ${name}`);
  return parts.length > 0 ? `Looked at: ${parts.join(', ')}.` : 'Pages are written.';
}
