// Who is on stage: the row being stored, or the value being read back, as the events up to a frame
// say. Pure: the same frames give the same actor.
import type { PointerPart, StageEvent, StepData } from '../engine/protocol';
import { leadsTo, led } from './parts';

export interface ActorColumn {
  attribute: number;
  /** Bytes now, and when the row was formed. */
  size: number;
  formed: number;
  state: 'plain' | 'compressed' | 'pointer';
  /** What a toaster of its own left in the row. */
  parts: PointerPart[];
}

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

/** New bytes for some of a value's, kept beside its pointer; `element`: for one of an array. */
export interface Difference {
  at: number;
  length: number;
  element: boolean;
}

/** A stored document in which something is looked for. */
export interface Document {
  kind: 'document';
  path: string[];
  parts: PointerPart[];
}

/** A pointer that is changed in memory, before its row is stored. */
export interface Edit {
  kind: 'edit';
  value: number;
  toastRel: number;
  /** Bytes in chunks, the tail behind them, and how much of that is new. */
  stored: number;
  tail: number;
  added: number;
  differences: Difference[];
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

export type Actor = Store | Fetch | Document | Edit;

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
    parts: [],
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
    field: '',
    size: e.stored,
    chunks: e.chunks,
    full: e.full,
    first: 0,
    kept: 0,
    told: [],
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

/** The same value is read further: what is there stays. */
function furtherRead(actor: Actor | null, e: Extract<StageEvent, { kind: 'pointerRead' }>) {
  if (actor?.kind !== 'fetch' || actor.value.id !== e.value || actor.value.done) return false;
  if (actor.value.toastRel !== e.toastRel || actor.slice) return false;
  actor.first = Math.min(actor.first, e.first);
  actor.last = Math.max(actor.last, e.last);
  return true;
}

const placeOf = (e: Difference): Difference => ({
  at: e.at,
  length: e.length,
  element: e.element,
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
    case 'pointerRead': {
      if (furtherRead(actor, e)) return;
      if (actor?.kind === 'store' && !actor.tid) cast.waiting = actor;
      const document = actor?.kind === 'document' ? actor : documentOf(actor);
      const reading = fetch(e);
      if (document && leadsTo(document.parts, e.value)) reading.document = document;
      cast.actor = reading;
      cast.climb = null;
      return;
    }
    case 'documentRead':
      if (actor?.kind === 'store' && !actor.tid) cast.waiting = actor;
      cast.actor = within(actor, e);
      cast.climb = null;
      return;
    case 'tailGrown':
    case 'differenceKept':
      cast.actor = edited(actor, e);
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

const documentOf = (actor: Actor | null) => (actor?.kind === 'fetch' ? actor.document : null);

/** The document that is looked into; of a field that was handed on, the document it is from. */
function within(actor: Actor | null, e: Extract<StageEvent, { kind: 'documentRead' }>): Document {
  const before = actor?.kind === 'document' ? actor : documentOf(actor);
  const inner = led(e.parts).find((l) => l.path.length === 0);
  const field =
    inner &&
    before &&
    led(before.parts).find(
      (l) => l.link.value === inner.link.value && l.path.join('\0') === before.path.join('\0'),
    );
  return before && field
    ? { kind: 'document', path: [...before.path, ...e.path], parts: before.parts }
    : { kind: 'document', path: e.path, parts: e.parts };
}

/** The pointer in memory, with one more change. */
function edited(
  actor: Actor | null,
  e: Extract<StageEvent, { kind: 'tailGrown' | 'differenceKept' }>,
): Edit {
  const before = actor?.kind === 'edit' && actor.value === e.value ? actor.differences : [];
  const grown = e.kind === 'tailGrown';
  return {
    kind: 'edit',
    value: e.value,
    toastRel: e.toastRel,
    stored: grown ? e.stored : 0,
    tail: grown ? e.tail : 0,
    added: grown ? e.added : 0,
    differences: grown ? before : [...before, placeOf(e)],
  };
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
    case 'chunkCut':
      value?.told.push({ seq: e.seq, size: e.size, state: 'cut', tid: null, replaces: null });
      break;
    case 'indexEntryInserted': {
      const last = value?.told.at(-1);
      if (last?.state === 'placed' && !value?.done) last.state = 'indexed';
      break;
    }
    case 'valueToasted':
      if (value) {
        value.done = true;
        value.attribute = e.attribute;
        value.field = e.field || value.field;
      }
      if (e.field === undefined) resize(column(e.attribute), 18, 'pointer');
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
      if (e.rel !== row.rel) {
        const last = value?.told.at(-1);
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
  }
}

/** A value on its way out of the row. */
const leaving = (
  e: Extract<StageEvent, { kind: 'valueCut' | 'tailMoved' }>,
  attribute: number,
): ActorValue => ({
  id: e.value,
  toastRel: e.toastRel,
  attribute,
  field: '',
  size: 0,
  chunks: 0,
  full: e.full,
  first: 0,
  kept: 0,
  told: [],
  done: false,
});

function playFetch(actor: Fetch, e: StageEvent) {
  switch (e.kind) {
    case 'chunkRead':
      // Of a chunk with several versions each is looked at; the latest that counts stays.
      actor.value.told = actor.value.told.filter((t) => t.seq !== e.seq);
      actor.value.told.push({
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
  }
}
