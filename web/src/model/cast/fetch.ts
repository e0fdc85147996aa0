// A value being read back: its pointer, chunk after chunk, what is made of them.
import { unknown, type EventOf } from '../events';
import { placeOf, type Difference, type Document } from './document';
import type { ActorValue } from './value';

/** A value being read back, as the events up to this frame say. Sizes are in bytes. */
export interface Fetch {
  kind: 'fetch';
  value: ActorValue;
  raw: number;
  compressed: boolean;
  first: number;
  last: number;
  /** Bytes decompressed so far; 0 before. */
  plain: number;
  slice: { offset: number; length: number } | null;
  /** Bytes of what is stored that are in the row. */
  inline: number;
  /** Whether chunks come one by one until it is enough. */
  lazy: boolean;
  /** Elements a chunk, of an array in chunks of elements. */
  stride: number;
  /** Differences that were laid over what was read. */
  applied: Difference[];
  /** The document whose field it is. */
  document: Document | null;
}

/** Begins to fetch a value: its pointer was read, and nothing of it is fetched yet. */
export const fetch = (e: EventOf<'pointerRead'>): Fetch => ({
  kind: 'fetch',
  value: {
    id: e.value,
    toastRel: e.toastRel,
    attribute: 0,
    field: '',
    size: e.stored,
    chunks: e.chunks,
    full: e.full,
    first: 0,
    kept: 0,
    singleChunks: [],
    done: false,
  },
  raw: e.raw,
  compressed: e.compressed,
  first: e.first,
  last: e.last,
  plain: 0,
  slice: null,
  inline: e.inline,
  lazy: e.lazy,
  stride: e.stride,
  applied: [],
  document: null,
});

/** Bytes fetched so far. Chunks come in order; chunks in a slice are there as soon as a later chunk is. */
export function fetched({ value, lazy }: Fetch): number {
  const { singleChunks, full } = value;
  return singleChunks.reduce((sum, { seq, size }, i) => {
    const between = lazy ? 0 : seq - 1 - (singleChunks[i - 1]?.seq ?? seq);
    return sum + size + Math.max(0, between) * full;
  }, 0);
}

/** Continues the fetch on stage if the pointer leads to its value. Returns whether it does. */
export function readsFurther(actor: Fetch, e: EventOf<'pointerRead'>) {
  if (actor.value.id !== e.value || actor.value.done) return false;
  if (actor.value.toastRel !== e.toastRel || actor.slice) return false;
  actor.first = Math.min(actor.first, e.first);
  actor.last = Math.max(actor.last, e.last);
  return true;
}

/** What becomes of a value that is read. */
export type ValueEvent = EventOf<
  'chunkRead' | 'differenceApplied' | 'valueDecompressed' | 'valueDetoasted' | 'valueSliced'
>;

/** Applies an event to the value that is read back. */
export function playFetch(actor: Fetch, e: ValueEvent) {
  switch (e.kind) {
    case 'chunkRead':
      // Where a chunk has several versions, each is looked at; the latest that counts stays.
      actor.value.singleChunks = actor.value.singleChunks.filter((t) => t.seq !== e.seq);
      actor.value.singleChunks.push({
        seq: e.seq,
        size: e.size,
        state: 'read',
        tid: e.tid,
        replaces: null,
      });
      break;
    case 'differenceApplied': {
      const same = actor.applied.some((d) => d.at === e.at && d.length === e.length);
      if (e.value === actor.value.id && !same) actor.applied.push(placeOf(e));
      break;
    }
    case 'valueDecompressed':
      actor.plain = e.to;
      break;
    case 'valueDetoasted':
      actor.value.done = true;
      if (!actor.compressed) actor.plain = e.raw - 4;
      break;
    case 'valueSliced':
      actor.slice = { offset: e.offset, length: e.length };
      break;
    default:
      unknown(e);
  }
}
