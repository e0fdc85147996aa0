// The words of the tape and what they mean, as `engine/tape/src/lib.rs` writes them: pins, log records, and pages in
// patches. Whatever reads the tape's arrays reads them here.
import type { LogRecord } from './log-record';

/** A pin: file, block, kind and fork, how often. */
export const PIN_WORDS = 4;
/** A log record: manager, info and what became of it; bytes; bytes of page images; images; records. */
export const RECORD_WORDS = 5;
/** The summary of a page: see `PageSummary`. */
export const SUMMARY_WORDS = 8;
/** An item of a page: where it starts, its bytes, its code. */
export const ITEM_WORDS = 3;
/** A page in a patch before its items: file and block in two words each, its summary, the number of its items. */
const PAGE_WORDS = 4 + SUMMARY_WORDS + 1;
/** In place of the number of items when they are not told. */
const NO_ITEMS = 0xffff;
/** The block of pins that were counted by file. */
const ANY_BLOCK = 0xffffffff;

const PIN_KINDS = ['hit', 'read', 'dirtied', 'written'] as const;
export type PinKind = (typeof PIN_KINDS)[number];

export interface Pin {
  file: number;
  /** -1 when pins were counted by file. */
  block: number;
  /** 0 for the main fork. */
  fork: number;
  kind: PinKind;
  times: number;
}

/** Reads the pins between two places in the words; block is -1 when they were counted by file, fork 0 for the main fork. */
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
      PIN_KINDS[what & 7] ?? 'hit',
      what >> 3,
      words[p + 3] ?? 0,
    );
  }
}

/** Whether a pin looked a page of the main fork up: found in shared buffers, or read into them. */
export const isLookup = (kind: PinKind, fork: number) =>
  fork === 0 && (kind === 'hit' || kind === 'read');

/** What recovery did with a record; none where it was written. */
const BECAME = [undefined, 'replayed', 'restored', 'skipped'] as const;

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
      became: BECAME[what >> 16],
      records: words[w + 4] ?? 0,
    };
  }
}

/** A page as a patch leaves it. */
export interface PatchedPage {
  file: number;
  block: number;
  summary: Uint16Array;
  /** Null when they are not told. */
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
