// Reads the words of the tape: pins, log records, and pages in patches. What they mean is written once, in
// `engine/tape/src/words.rs`; its constants are made for the page with the module. Whatever reads the tape's arrays
// reads them here.
import {
  ANY_BLOCK,
  ITEM_WORDS,
  META_LEVEL,
  NO_ITEMS,
  PAGE_WORDS,
  PIN_KIND,
  PIN_KIND_BITS,
  PIN_WORDS,
  RECORD_FATE,
  RECORD_WORDS,
  SUMMARY_WORDS,
  TUPLE_LIFE,
} from '../engine/limits';
import type { LogRecord } from './log-record';

export { ITEM_WORDS, META_LEVEL, PIN_WORDS, RECORD_WORDS, SUMMARY_WORDS, TUPLE_LIFE };

/** How a frame used a buffer, as one word. */
export type PinKind = (typeof PIN_KIND)[number];

/** A buffer that a frame pinned, how it used it, and how many times. */
export interface Pin {
  file: number;
  /** -1 when pins were counted by file. */
  block: number;
  /** 0 for the main fork. */
  fork: number;
  kind: PinKind;
  times: number;
}

/**
 * Calls `see` for each pin between two positions in the words. `block` is -1 for pins that were counted by
 * file; `fork` is 0 for the main fork.
 */
export function eachPin(
  words: Uint32Array,
  from: number,
  to: number,
  see: (file: number, block: number, kind: PinKind, fork: number, times: number) => void,
) {
  for (let p = from; p < to; p += PIN_WORDS) {
    const what = words[p + 2] ?? 0;
    const block = words[p + 1] ?? 0;
    see(
      words[p] ?? 0,
      block === ANY_BLOCK ? -1 : block,
      PIN_KIND[what & ((1 << PIN_KIND_BITS) - 1)] ?? 'hit',
      what >> PIN_KIND_BITS,
      words[p + 3] ?? 0,
    );
  }
}

/** Whether a pin is a lookup of a main-fork page: found in shared buffers, or read into them. */
export const isLookup = (kind: PinKind, fork: number) =>
  fork === 0 && (kind === 'hit' || kind === 'read');

/** What recovery did with a record; undefined if the record was being written. */
function becameOf(code: number): LogRecord['became'] {
  const fate = RECORD_FATE[code];
  return fate === 'written' ? undefined : fate;
}

/** The log records, in the order in which they were written or replayed. */
export function* recordsIn(words: Uint32Array): Generator<LogRecord> {
  for (let w = 0; w < words.length; w += RECORD_WORDS) {
    const what = words[w] ?? 0;
    yield {
      rmgr: what & 255,
      info: (what >> 8) & 255,
      bytes: words[w + 1] ?? 0,
      imageBytes: words[w + 2] ?? 0,
      images: words[w + 3] ?? 0,
      became: becameOf(what >> 16),
      records: words[w + 4] ?? 0,
    };
  }
}

/** A page as a patch leaves it. */
export interface PatchedPage {
  file: number;
  block: number;
  summary: Uint16Array;
  /** Null when they are not known. */
  items: Uint16Array | null;
  /** All of its words. */
  words: Uint16Array;
}

/** The pages of a run of patch words. */
export function* patchedPages(
  patch: Uint16Array,
  from = 0,
  to = patch.length,
): Generator<PatchedPage> {
  for (let at = from; at < to;) {
    /** A word of the patch. */
    const word = (i: number) => patch[at + i] ?? 0;
    const count = patch[at + PAGE_WORDS - 1] ?? NO_ITEMS;
    const start = at + PAGE_WORDS;
    const end = start + (count === NO_ITEMS ? 0 : ITEM_WORDS * count);
    yield {
      file: word(0) + word(1) * 65536,
      block: word(2) + word(3) * 65536,
      summary: patch.subarray(at + 4, at + 4 + SUMMARY_WORDS),
      items: count === NO_ITEMS ? null : patch.subarray(start, end),
      words: patch.subarray(at, end),
    };
    at = end;
  }
}
