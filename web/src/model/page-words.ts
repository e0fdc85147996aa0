// A page in few numbers, as `engine/client/src/inspect/words.rs` lists them, and its items: from a patch of the tape, or
// from an answer of the engine.
import { ITEM_WORDS, SUMMARY_WORDS, TUPLE_LIFE } from './tape-words';

/** The numbers of a summary, in bytes and items. */
export interface PageSummary {
  live: number;
  dead: number;
  overhead: number;
  free: number;
  liveItems: number;
  deadItems: number;
  /** The level of an index page, 0 for a leaf; 255 for the metapage. */
  level: number;
  allVisible: boolean;
}

/** Which of a summary's words has the free bytes. */
export const FREE_WORD = 3;

/** The summary of page `block`, counted from 0, read from the numbers of all pages. */
export function summaryOf(numbers: Uint16Array, block: number): PageSummary {
  /** A number of the page. */
  const at = (i: number) => numbers[block * SUMMARY_WORDS + i] ?? 0;
  return {
    live: at(0),
    dead: at(1),
    overhead: at(2),
    free: at(FREE_WORD),
    liveItems: at(4),
    deadItems: at(5),
    level: at(6),
    allVisible: at(7) === 1,
  };
}

/** The sums over all pages of a file; `level` and `allVisible` have no sum. */
export function totals(numbers: Uint16Array): PageSummary {
  const sum = {
    live: 0,
    dead: 0,
    overhead: 0,
    free: 0,
    liveItems: 0,
    deadItems: 0,
    level: 0,
    allVisible: false,
  };
  for (let i = 0; i < numbers.length; i += SUMMARY_WORDS) {
    sum.live += numbers[i] ?? 0;
    sum.dead += numbers[i + 1] ?? 0;
    sum.overhead += numbers[i + 2] ?? 0;
    sum.free += numbers[i + FREE_WORD] ?? 0;
    sum.liveItems += numbers[i + 4] ?? 0;
    sum.deadItems += numbers[i + 5] ?? 0;
  }
  return sum;
}

/** An item of a page: its bytes, and what it is. */
export interface PageItem {
  at: number;
  length: number;
  state: (typeof TUPLE_LIFE)[number];
}

/** How many items these words describe. */
export const itemCount = (items: Uint16Array) => items.length / ITEM_WORDS;

/** The item at an index among the page's items; null if there is none. */
export function itemAt(items: Uint16Array, index: number): PageItem | null {
  const [at, length, code] = items.subarray(index * ITEM_WORDS, (index + 1) * ITEM_WORDS);
  if (at === undefined || length === undefined) return null;
  return { at, length, state: TUPLE_LIFE[code ?? 0] ?? 'live' };
}
