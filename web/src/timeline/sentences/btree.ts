// Sentences about indexes: the way down, entries, splits.
import { count, plural } from '../../layout/format';
import type { SentenceTable } from './shared-words';

/** The pages of a descent in words, in an index with `levels` levels: `root 3 → leaf 12`. */
function way(path: readonly number[], levels = path.length): string {
  if (levels === 1) return `page ${path[0]}, root and leaf at once`;
  /** What a page on the way is. */
  const kind = (i: number) => (i === 0 ? 'root' : i === levels - 1 ? 'leaf' : 'page');
  return path.map((block, i) => `${kind(i)} ${count(block)}`).join(' → ');
}

/** Sentences about B-trees, by the kind of event. */
export const TREE = {
  indexDescended: (e, names) => `${names.name(e.index)} is descended: ${way(e.path, e.levels)}.`,
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
} satisfies Partial<SentenceTable>;
