// Who is on stage: the row being stored, or the value being read back, as the events up to a frame
// say. Pure: the same frames give the same actor.
import type { StageEvent, StepData } from '../engine/protocol';

export interface ActorColumn {
  attribute: number;
  /** Bytes now, and when the row was formed. */
  size: number;
  formed: number;
  state: 'plain' | 'compressed' | 'pointer';
}

export interface ActorChunk {
  seq: number;
  size: number;
  /** Cut from the value; put on a page; found by its index. Read: fetched from its page. */
  state: 'cut' | 'placed' | 'indexed' | 'read';
  tid: { block: number; offset: number } | null;
}

/** A value that leaves the row, or comes back. */
export interface ActorValue {
  id: number;
  toastRel: number;
  /** Its column, once it is known. */
  attribute: number;
  /** Bytes stored, and how many chunks they are. */
  size: number;
  chunks: number;
  /** Chunks told of; those between are many told as one. */
  told: ActorChunk[];
  done: boolean;
}

export interface Store {
  kind: 'store';
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
}

export type Actor = Store | Fetch;

/** An index event as the tree shows it: the way down, and what happened to the leaf. */
export interface Climb {
  index: number;
  path: number[];
  entry: { block: number; offset: number } | null;
  split: { left: number; right: number } | null;
}

export interface Cast {
  actor: Actor | null;
  climb: Climb | null;
}

/** The cast while it is found: a row waits while a value of its old version is read. */
interface Scene extends Cast {
  waiting: Store | null;
}

const store = (e: Extract<StageEvent, { kind: 'tupleFormed' }>): Store => ({
  kind: 'store',
  rel: e.rel,
  header: e.header,
  target: e.target,
  length: e.length,
  columns: e.columns.map((c) => ({
    attribute: c.attribute,
    size: c.size,
    formed: c.size,
    state: c.external ? 'pointer' : c.compressed ? 'compressed' : 'plain',
  })),
  round: 0,
  chosen: 0,
  values: [],
  kept: [],
  tid: null,
  old: null,
});

const fetch = (e: Extract<StageEvent, { kind: 'pointerRead' }>): Fetch => ({
  kind: 'fetch',
  value: {
    id: e.value,
    toastRel: e.toastRel,
    attribute: 0,
    size: e.stored,
    chunks: e.chunks,
    told: [],
    done: false,
  },
  raw: e.raw,
  compressed: e.compressed,
  first: e.first,
  last: e.last,
  plain: 0,
  slice: null,
});

/** Whether an event clears the stage. */
const enters = (e: StageEvent) => e.kind === 'tupleFormed' || e.kind === 'statementStarted';

/** What only a row being stored does. */
const STORES: ReadonlySet<string> = new Set([
  'toastStarted',
  'columnChosen',
  'valueKept',
  'tupleInserted',
  'tupleUpdated',
]);

/** Who is on stage after a frame of a step. */
export function castAt(step: StepData, frame: number): Cast {
  let from = frame;
  while (from > 0) {
    const e = step.frames[from]?.event;
    if (e && enters(e)) break;
    if (step.frames[from]?.bulk && from !== frame && !folded(step, from)) break;
    from--;
  }
  const cast: Scene = { actor: null, climb: null, waiting: null };
  for (let i = from; i <= frame; i++) {
    const e = step.frames[i]?.event;
    const bulk = step.frames[i]?.bulk;
    if (e) play(cast, e);
    else if (bulk && !folded(step, i)) cast.actor = cast.climb = null;
  }
  return { actor: cast.actor, climb: cast.climb };
}

/** Whether a frame that stands for many is only the middle chunks of the value at hand. */
function folded(step: StepData, frame: number): boolean {
  const b = step.frames[frame]?.bulk;
  return b !== undefined && b.inserted + b.updated + b.deleted + b.detoasted === 0;
}

function play(cast: Scene, e: StageEvent) {
  if (cast.waiting && cast.actor?.kind === 'fetch' && STORES.has(e.kind)) {
    cast.actor = cast.waiting;
    cast.waiting = null;
  }
  const { actor } = cast;
  switch (e.kind) {
    case 'statementStarted':
      cast.actor = null;
      cast.climb = null;
      return;
    case 'tupleFormed':
      cast.actor = store(e);
      cast.climb = null;
      return;
    case 'pointerRead':
      if (actor?.kind === 'store' && !actor.tid) cast.waiting = actor;
      cast.actor = fetch(e);
      cast.climb = null;
      return;
    case 'indexDescended':
      cast.climb = { index: e.index, path: e.path, entry: null, split: null };
      return;
    case 'leafSplit':
      if (cast.climb?.index === e.index) cast.climb.split = { left: e.left, right: e.right };
      return;
    case 'indexEntryInserted':
      if (cast.climb?.index !== e.index)
        cast.climb = { index: e.index, path: [e.block], entry: null, split: null };
      cast.climb.entry = { block: e.block, offset: e.offset };
      break;
  }
  if (actor?.kind === 'store') playStore(actor, e);
  else if (actor?.kind === 'fetch') playFetch(actor, e);
}

function playStore(row: Store, e: StageEvent) {
  const column = (attribute: number) => row.columns.find((c) => c.attribute === attribute);
  const value = row.values.at(-1);
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
      resize(column(e.attribute), e.to, 'compressed');
      break;
    case 'valueKept':
      row.kept.push(e.attribute);
      break;
    case 'valueCut':
      row.values.push({
        id: e.value,
        toastRel: e.toastRel,
        attribute: row.chosen,
        size: e.size,
        chunks: e.chunks,
        told: [],
        done: false,
      });
      break;
    case 'chunkCut':
      value?.told.push({ seq: e.seq, size: e.size, state: 'cut', tid: null });
      break;
    case 'indexEntryInserted': {
      const last = value?.told.at(-1);
      if (last?.state === 'placed' && !value?.done) last.state = 'indexed';
      break;
    }
    case 'valueToasted':
      if (value) value.done = true;
      resize(column(e.attribute), 18, 'pointer');
      break;
    case 'tupleInserted': {
      const last = value?.told.at(-1);
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
      if (e.rel !== row.rel) break;
      row.tid = e.new;
      row.old = e.old;
      row.length = e.length;
      row.round = 0;
      row.chosen = 0;
      break;
  }
}

function playFetch(actor: Fetch, e: StageEvent) {
  switch (e.kind) {
    case 'chunkRead':
      actor.value.told.push({ seq: e.seq, size: e.size, state: 'read', tid: e.tid });
      break;
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
  }
}
