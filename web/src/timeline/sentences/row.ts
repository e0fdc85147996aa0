// Sentences about rows and their pages: rows are put there, replaced, deleted, and swept away.
import { limits } from '../../engine/limits';
import { count, plural } from '../../layout/format';
import type { EventOf } from '../../model/events';
import { LIMIT, place, bytes, type SentenceTable } from './shared-words';

/** Sentences about rows and the pages they lie on, by the kind of event. */
export const ROW = {
  tupleFormed: (e, names) =>
    e.length > limits.toastTupleThreshold
      ? `A row of ${names.name(e.rel)} is formed: ${bytes(e.length)}, more than the ${LIMIT} a row may keep.`
      : `A row of ${names.name(e.rel)} is formed: ${bytes(e.length)}, and ${LIMIT} are allowed. It stays whole.`,
  tupleInserted: (e, names) =>
    names.isChunk(e.rel)
      ? `The chunk is put on ${place(e.tid)} of ${names.name(e.rel)}.`
      : `The row, ${bytes(e.length)}, is put on ${place(e.tid)} of ${names.name(e.rel)}.`,
  tupleUpdated: (e, names) => (names.isChunk(e.rel) ? rewritten(e) : updated(e)),
  tupleDeleted: (e, names) =>
    names.isChunk(e.rel)
      ? `A chunk in ${place(e.tid)} of ${names.name(e.rel)} is marked deleted.`
      : `The row in ${place(e.tid)} of ${names.name(e.rel)} is marked deleted; its bytes stay until VACUUM.`,
  chunkDeleted: (e) =>
    `Chunk ${e.seq} of value ${e.value} is dead, and stays in ${place(e.tid)} until VACUUM.`,
  pagePruned: (e, names) =>
    `Page ${count(e.block)} of ${names.name(e.rel)} is pruned: ${plural(e.removed, 'dead version')} removed, ${plural(e.redirected, 'line pointer')} redirected.`,
  pageVacuumed: (e, names) =>
    `VACUUM frees ${plural(e.unused, 'line pointer')} on page ${count(e.block)} of ${names.name(e.rel)}.`,
  tupleFrozen: (e) => `The row in ${place(e.tid)} is frozen.`,
  pageAllVisible: (e, names) =>
    `All rows on page ${count(e.block)} of ${names.name(e.rel)} are visible to everybody; the map says so.`,
} satisfies Partial<SentenceTable>;

const HOT: Record<EventOf<'tupleUpdated'>['hot'], string> = {
  yes: 'HOT: same page, no indexed column changed, so no index is touched.',
  indexedColumnChanged: 'Not HOT: an indexed column changed.',
  noRoom: 'Not HOT: its page had no room, so every index gets an entry.',
};

/** A row that is updated. */
function updated(e: EventOf<'tupleUpdated'>): string {
  const moved = `The new version, ${bytes(e.length)}, is put on ${place(e.new)}; the old one in ${place(e.old)} is dead.`;
  return `${moved} ${HOT[e.hot]}`;
}

/** A chunk that gets a new version. */
function rewritten(e: EventOf<'tupleUpdated'>): string {
  const end = e.hot === 'yes' ? 'HOT: the index still leads there.' : 'The index gets an entry.';
  return `A new version of the chunk, ${bytes(e.length)}, is put on ${place(e.new)}; old row versions read the one in ${place(e.old)}. ${end}`;
}
