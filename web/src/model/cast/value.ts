// A value that is in chunks, or on its way there or back.
import type { EventOf } from '../events';

/** A chunk of a value on stage: its sequence number, its size in bytes, and how far it has come. */
export interface ActorChunk {
  seq: number;
  size: number;
  /** Cut from the value; put on a page; found by its index. Read: fetched from its page. */
  state: 'cut' | 'placed' | 'indexed' | 'read';
  tid: { block: number; offset: number } | null;
  /** The version of the same chunk that it takes the place of. */
  replaces: { block: number; offset: number } | null;
}

/** A value that leaves the row, or comes back. */
export interface ActorValue {
  id: number;
  toastRel: number;
  /** Its column, once it is known. */
  attribute: number;
  /** The key of its field in a document; empty for a whole column. */
  field: string;
  /** Bytes stored, and how many chunks they are. */
  size: number;
  chunks: number;
  /** Bytes of it in a full chunk; 0 when each has a length of its own. */
  full: number;
  /** The first chunk that is written: those before it are there already. */
  first: number;
  /** Bytes that the first one written had before. */
  kept: number;
  /** Chunks that are shown one by one; a slice stands for those between them. */
  singleChunks: ActorChunk[];
  done: boolean;
}

/** A value whose first chunks were in a slice: only the chunks since are known. */
export const valueOfChunk = (e: EventOf<'chunkCut'>): ActorValue => ({
  id: e.value,
  toastRel: e.toastRel,
  attribute: 0,
  field: '',
  size: e.size * (e.seq + 1),
  chunks: e.seq + 1,
  full: e.size,
  first: 0,
  kept: 0,
  singleChunks: [],
  done: false,
});

/** A value that is moved out of its row. */
export const leaving = (e: EventOf<'valueCut' | 'tailMoved'>, attribute: number): ActorValue => ({
  id: e.value,
  toastRel: e.toastRel,
  attribute,
  field: '',
  size: 0,
  chunks: 0,
  full: e.full,
  first: 0,
  kept: 0,
  singleChunks: [],
  done: false,
});
