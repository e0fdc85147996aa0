// Indexes: the way down, entries, splits.
import { count, plural } from '../../layout/format';
import type { Says } from './shared-words';

/** What happens to a B-tree. */
export const TREE = {
  indexDescended: (e, names) =>
    `${names.name(e.index)} is descended: ${e.path.length === 1 ? `page ${e.path[0]}, root and leaf at once` : e.path.map((b, i) => `${i === 0 ? 'root' : i === e.path.length - 1 ? 'leaf' : 'page'} ${count(b)}`).join(' → ')}.`,
  indexEntryInserted: (e, names) =>
    `An entry that leads to (${count(e.tid.block)},${e.tid.offset}) is put on leaf ${count(e.block)} of ${names.name(e.index)}, as item ${e.offset}.`,
  leafSplit: (e, names) =>
    `Leaf ${count(e.left)} of ${names.name(e.index)} is full: its items from ${e.firstRight} on move to the new page ${count(e.right)}.`,
  pageDeduplicated: (e, names) =>
    `Page ${count(e.block)} of ${names.name(e.index)} is deduplicated: ${count(e.before)} items become ${count(e.after)}.`,
  rootSplit: (e, names) =>
    `${names.name(e.index)} grows a level: page ${count(e.root)} is the new root.`,
  indexEntriesDeleted: (e, names) =>
    `${plural(e.count, 'entry', 'entries')} removed from page ${count(e.block)} of ${names.name(e.index)}.`,
} satisfies Partial<Says>;
