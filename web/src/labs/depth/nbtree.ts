// How nbtree grows when entries come in ascending order, as those of a TOAST table's index do: values get ever higher
// ids, and a value's chunks come in order. Then only the rightmost page of a level is ever split, and where is
// known (`nbtsplitloc.c`); so the whole shape follows from the number of entries, without an index.
//
//   an entry                        8 header + 4 chunk_id + 4 chunk_seq, and 4 of line pointer: 20 bytes
//   a leaf page that is full        8,152 bytes are 407 entries; the next one splits it, 90 % go left
//   a value's end near there        the split goes to it, so that the high key is a chunk_id alone
//   a page above                    its first downlink has no key: 12 bytes; 408 fit; 70 % go left
import { limits } from '../../engine/limits';

/** Bytes of a page for entries: without its header and the tree's own part (`BTPageOpaqueData`). */
const PAGE = limits.blockSize - 24 - 16;
/** `IndexTupleData`, and a line pointer. */
const HEADER = 8;
const ITEM_ID = 4;
/** An entry with its two columns; a pivot has no less, since 8 + 4 bytes are aligned to 16. */
const ENTRY = HEADER + 8 + ITEM_ID;
/** The first downlink of a page: minus infinity. */
const FIRST = HEADER + ITEM_ID;
/** What a high key may need for a heap TID, when a split is judged. */
const TID = 8;
/** `BTREE_DEFAULT_FILLFACTOR` and `BTREE_NONLEAF_FILLFACTOR`. */
const LEAF_FILL = 0.9;
const INNER_FILL = 0.7;
/** How far from the best split another may be for the sake of its high key, of the page's bytes. */
const INTERVAL = 0.05;

/** Entries of a leaf page, and downlinks of a page above: as many as fit. */
export const LEAF_FULL = Math.floor(PAGE / ENTRY);
export const INNER_FULL = 1 + Math.floor((PAGE - FIRST) / ENTRY);

/** Places to split a full leaf page, by the entries that go left, best first (`_bt_deltasortsplits`). */
const LEAF_SPLITS: readonly number[] = (() => {
  const total = LEAF_FULL * ENTRY;
  const places = Array.from({ length: LEAF_FULL }, (_, i) => i).flatMap((left) => {
    const leftFree = PAGE - left * ENTRY - ENTRY - TID;
    const rightFree = PAGE - (total - left * ENTRY) - ENTRY;
    if (leftFree < 0 || rightFree < 0) return [];
    const delta = Math.abs(Math.trunc(LEAF_FILL * leftFree - (1 - LEAF_FILL) * rightFree));
    return [{ left, leftFree, delta }];
  });
  places.sort((a, b) => a.delta - b.delta);
  const best = places[0]!;
  const tolerance = Math.trunc(total * INTERVAL);
  const end = places.findIndex((p) => Math.abs(p.leftFree - best.leftFree) > tolerance);
  return places.slice(0, end < 0 ? undefined : end).map(({ left }) => left);
})();

/** How many downlinks stay on the left page when a full page above the leaves is split. */
export const INNER_LEFT: number = (() => {
  /** The bytes that so many entries take on a page; the first has no key. */
  const used = (left: number) => FIRST + (left - 1) * ENTRY;
  const total = used(INNER_FULL);
  let best = { left: 0, delta: Infinity };
  for (let left = 1; left < INNER_FULL; left++) {
    const leftFree = PAGE - used(left) - ENTRY;
    const rightFree = PAGE - (total - used(left)) - ENTRY + (ENTRY - FIRST);
    const delta = Math.abs(Math.trunc(INNER_FILL * leftFree - (1 - INNER_FILL) * rightFree));
    if (leftFree >= 0 && rightFree >= 0 && delta < best.delta) best = { left, delta };
  }
  return best.left;
})();

/**
 * How many entries stay on the left when a full leaf page is split whose first entry is a value's chunk number
 * `phase`.
 */
export const leafLeft = (chunks: number, phase: number): number =>
  LEAF_SPLITS.find((left) => (phase + left) % chunks === 0) ?? LEAF_SPLITS[0]!;

/** How many times the rightmost leaf has been split when the index has this many entries. */
function leafSplits(entries: number, chunks: number): number {
  if (entries <= LEAF_FULL) return 0;
  // After the first split, each needs as many new entries as the one before moved left. What they move depends on
  // where in a value the page begins, and that comes round again.
  let left = entries - LEAF_FULL - 1;
  let splits = 1;
  const seen = new Map<number, { left: number; splits: number }>();
  for (let phase = 0; ;) {
    const before = seen.get(phase);
    if (before) {
      const round = { entries: before.left - left, splits: splits - before.splits };
      const rounds = Math.floor(left / round.entries);
      left -= rounds * round.entries;
      splits += rounds * round.splits;
      seen.clear();
    }
    seen.set(phase, { left, splits });
    const moved = leafLeft(chunks, phase);
    if (left < moved) return splits;
    left -= moved;
    splits++;
    phase = (phase + moved) % chunks;
  }
}

/** Pages on the level above so many. */
const above = (pages: number) =>
  pages <= INNER_FULL ? 1 : 2 + Math.floor((pages - INNER_FULL - 1) / INNER_LEFT);

/** How many pages an index has on each level, leaves first, for `values` values of `chunks` chunks each. */
export function shapeOf(values: number, chunks: number): number[] {
  const pages = [1 + leafSplits(values * chunks, chunks)];
  while (pages.at(-1)! > 1) pages.push(above(pages.at(-1)!));
  return pages;
}

/** The least number of values whose index has this many levels. */
export function valuesFor(levels: number, chunks: number): number {
  let [low, high] = [1, 2 ** 45];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (shapeOf(middle, chunks).length >= levels) high = middle;
    else low = middle + 1;
  }
  return low;
}
