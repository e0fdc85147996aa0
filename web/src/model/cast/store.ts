// A row being stored: its columns, the rounds of TOAST, the values that leave it.
import { limits } from '../../engine/limits';
import type { PointerPart } from '../../engine/protocol';
import { unknown, type EventOf } from '../events';
import { leadsTo } from '../pointer-parts';
import { valueOfChunk, leaving, type ActorValue } from './value';

/** A column of the row being stored, and in which form it is at this frame. */
export interface ActorColumn {
  attribute: number;
  /** Bytes now, and when the row was formed. */
  size: number;
  formed: number;
  state: 'plain' | 'compressed' | 'pointer';
  /** The custom pointer in the row. */
  parts: PointerPart[];
}

/** A row being stored, as the events up to this frame say. Sizes are in bytes. */
export interface Store {
  kind: 'store';
  /** Whether the row was formed within a slice: nothing of it is known but the values that leave it. */
  fromSlice: boolean;
  rel: number;
  header: number;
  target: number;
  length: number;
  columns: ActorColumn[];
  /** The round at work, 0 before and after; the column it took. */
  round: number;
  chosen: number;
  values: ActorValue[];
  /** Pointers that an UPDATE kept. */
  kept: number[];
  tid: { block: number; offset: number } | null;
  old: { block: number; offset: number } | null;
}

/** The row as it was formed, before anything is stored. */
export const store = (e: EventOf<'tupleFormed'>): Store => ({
  kind: 'store',
  fromSlice: false,
  rel: e.rel,
  header: e.header,
  target: e.target,
  length: e.length,
  columns: e.columns.map((c) => ({
    attribute: c.attribute,
    size: c.size,
    formed: c.size,
    state: c.external ? 'pointer' : c.compressed ? 'compressed' : 'plain',
    parts: [],
  })),
  round: 0,
  chosen: 0,
  values: [],
  kept: [],
  tid: null,
  old: null,
});

/** A row that was formed within a slice: only the value that is being cut is known. */
export const rowOfSlice = (): Store => ({
  kind: 'store',
  fromSlice: true,
  rel: 0,
  header: 0,
  target: limits.toastTupleTarget,
  length: 0,
  columns: [],
  round: 0,
  chosen: 0,
  values: [],
  kept: [],
  tid: null,
  old: null,
});

/** What a row being stored does. */
export type RowEvent = EventOf<
  | 'columnChosen'
  | 'attributeCompressed'
  | 'pointerMade'
  | 'valueKept'
  | 'valueCut'
  | 'tailMoved'
  | 'chunkCut'
  | 'indexEntryInserted'
  | 'valueToasted'
  | 'tupleInserted'
  | 'tupleUpdated'
>;

/** Applies an event to the row on stage. */
export function playStore(row: Store, e: RowEvent) {
  /** The column with this number. */
  const column = (attribute: number) => row.columns.find((c) => c.attribute === attribute);
  const value = row.values.at(-1);
  /** Gives a column a size, and the row its new length. */
  const resize = (c: ActorColumn | undefined, size: number, state: ActorColumn['state']) => {
    if (!c) return;
    c.size = size;
    c.state = state;
    row.length = row.header + row.columns.reduce((sum, each) => sum + each.size, 0);
  };
  switch (e.kind) {
    case 'columnChosen':
      row.round = e.round;
      row.chosen = e.attribute;
      row.length = e.length;
      break;
    case 'attributeCompressed':
      if (e.field === undefined) resize(column(e.attribute), e.to, 'compressed');
      break;
    case 'pointerMade': {
      const made = column(e.attribute);
      resize(made, e.size, 'pointer');
      if (made) made.parts = e.parts;
      for (const v of row.values) if (leadsTo(e.parts, v.id)) v.attribute = e.attribute;
      break;
    }
    case 'valueKept':
      row.kept.push(e.attribute);
      break;
    case 'valueCut':
      // An array's first chunk is cut before it is known how many there are.
      if (value?.id === e.value) {
        value.size = e.size;
        value.chunks = e.chunks;
        value.full = e.full;
        break;
      }
      row.values.push({ ...leaving(e, row.chosen), chunks: e.chunks, size: e.size });
      break;
    case 'tailMoved':
      row.values.push({
        ...leaving(e, row.chosen),
        chunks: e.last + 1,
        size: e.stored + e.tail,
        first: e.first,
        kept: e.kept,
      });
      break;
    case 'chunkCut': {
      const cut = value?.id === e.value ? value : valueOfChunk(e);
      if (cut !== value) row.values.push(cut);
      cut.chunks = Math.max(cut.chunks, e.seq + 1);
      cut.singleChunks.push({ seq: e.seq, size: e.size, state: 'cut', tid: null, replaces: null });
      break;
    }
    case 'indexEntryInserted': {
      const last = value?.singleChunks.at(-1);
      if (last?.state === 'placed' && !value?.done) last.state = 'indexed';
      break;
    }
    case 'valueToasted':
      if (value) {
        value.done = true;
        value.attribute = e.attribute;
        value.field = e.field || value.field;
      }
      if (e.field === undefined) resize(column(e.attribute), limits.toastPointerSize, 'pointer');
      break;
    case 'tupleInserted': {
      const last = value?.singleChunks.at(-1);
      if (value && !value.done && e.rel === value.toastRel && last) {
        last.state = 'placed';
        last.tid = e.tid;
      } else if (e.rel === row.rel) {
        row.tid = e.tid;
        row.length = e.length;
        row.round = 0;
        row.chosen = 0;
      }
      break;
    }
    case 'tupleUpdated':
      if (e.rel !== row.rel) {
        const last = value?.singleChunks.at(-1);
        if (!last || e.rel !== value?.toastRel) break;
        last.state = 'placed';
        last.tid = e.new;
        last.replaces = e.old;
        break;
      }
      row.tid = e.new;
      row.old = e.old;
      row.length = e.length;
      row.round = 0;
      row.chosen = 0;
      break;
    default:
      unknown(e);
  }
}
