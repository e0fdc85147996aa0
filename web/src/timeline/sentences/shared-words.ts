// What all sentences use: how one is made of an event, and words that many of them have.
import { limits } from '../../engine/limits';
import { count, plural } from '../../layout/format';
import type { EventKind, EventOf } from '../../model/events';
import type { Names } from '../../model/names';

/** A function for each kind of event that returns its sentence. */
export type SentenceTable = { [K in EventKind]: (e: EventOf<K>, names: Names) => string };

/** The ctid of a tuple in words: `page 3, item 14`. */
export const place = (tid: { block: number; offset: number }) =>
  `page ${count(tid.block)}, item ${tid.offset}`;

/** A count of bytes: `1 byte`, `1,532 bytes`. */
export const bytes = (n: number) => plural(n, 'byte');

/** The length past which TOAST starts, whatever target a table has (TOAST_TUPLE_THRESHOLD in heaptoast.h). */
export const LIMIT = count(limits.toastTupleThreshold);

const METHODS = ['pglz', 'lz4'];

/** The compression method of this number. */
export const method = (number: number) => METHODS[number] ?? 'The method';

/**
 * The part of a value that a difference changes, in words: `element 3, 12 bytes` of an array, or `bytes 40 to 51`. (A difference
 * is a change kept beside a value’s pointer, so that its chunks stay as they are.)
 */
export const changedPart = (e: { at: number; length: number; element: boolean }) =>
  e.element
    ? `element ${count(e.at)}, ${bytes(e.length)}`
    : e.length === 1
      ? `byte ${count(e.at)}`
      : `bytes ${count(e.at)} to ${count(e.at + e.length - 1)}`;
