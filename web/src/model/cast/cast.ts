// The cast at a frame: the row being stored, or the value being read back, as the events up to that frame say.
// Pure: the same frames give the same cast.
import type { StageEvent, StepData } from '../../engine/protocol';
import { unknown, type EventKind } from '../events';
import { leadsTo } from '../pointer-parts';
import { edited, within, type Document, type Edit } from './document';
import { fetch, playFetch, readsFurther, type Fetch } from './fetch';
import { playStore, rowOfSlice, store, type Store } from './store';

/**
 * The one thing that the stage follows at a frame: a row being stored, a value being read, a document being looked
 * into, or a pointer being changed in memory.
 */
export type Actor = Store | Fetch | Document | Edit;

/** A descent of an index: its path from the root, and what happened on the leaf. */
export interface Climb {
  index: number;
  path: number[];
  entry: { block: number; offset: number } | null;
  split: { left: number; right: number } | null;
}

/** What is on stage at a frame. Either part is null while there is none. */
export interface Cast {
  actor: Actor | null;
  climb: Climb | null;
}

/** The cast while it is found: a row waits while a value of its old version is read. */
interface Changing extends Cast {
  waiting: Store | null;
}

/** Whether an event clears the stage. */
const enters = (e: StageEvent) => e.kind === 'tupleFormed' || e.kind === 'statementStarted';

/** Events of a row being stored only. */
const STORES: ReadonlySet<EventKind> = new Set([
  'toastStarted',
  'columnChosen',
  'valueKept',
  'tupleInserted',
  'tupleUpdated',
]);

/** The cast after a frame of a step. */
export function castAt(step: StepData, frame: number): Cast {
  let from = frame;
  while (from > 0) {
    const e = step.frames[from]?.event;
    if (e && enters(e)) break;
    if (step.frames[from]?.bulk && from !== frame && !folded(step, from)) break;
    from--;
  }
  const cast: Changing = { actor: null, climb: null, waiting: null };
  for (let i = from; i <= frame; i++) {
    const e = step.frames[i]?.event;
    const bulk = step.frames[i]?.bulk;
    if (e) play(cast, e);
    else if (bulk && !folded(step, i)) cast.actor = cast.climb = null;
  }
  return { actor: cast.actor, climb: cast.climb };
}

/** Whether a slice is only the middle chunks of the value that is being stored or read. */
function folded(step: StepData, frame: number): boolean {
  const b = step.frames[frame]?.bulk;
  return b !== undefined && b.inserted + b.updated + b.deleted + b.detoasted === 0;
}

/** The document on stage, or the one whose field is read. */
function documentOf(actor: Actor | null): Document | null {
  if (actor?.kind === 'document') return actor;
  return actor?.kind === 'fetch' ? actor.document : null;
}

/** Changes the cast by one event. */
function play(cast: Changing, e: StageEvent) {
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
      if (actor?.kind === 'fetch' && readsFurther(actor, e)) return;
      if (actor?.kind === 'store' && !actor.tid) cast.waiting = actor;
      const document = documentOf(actor);
      const reading = fetch(e);
      if (document && leadsTo(document.parts, e.value)) reading.document = document;
      cast.actor = reading;
      cast.climb = null;
      return;
    }
    case 'documentRead':
      if (actor?.kind === 'store' && !actor.tid) cast.waiting = actor;
      cast.actor = within(documentOf(actor), e);
      cast.climb = null;
      return;
    case 'tailGrown':
    case 'differenceKept':
      cast.actor = edited(actor?.kind === 'edit' ? actor : null, e);
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
      if (actor?.kind === 'store') playStore(actor, e);
      return;
    case 'valueCut':
    case 'tailMoved':
    case 'chunkCut':
      cast.actor ??= rowOfSlice();
      if (cast.actor.kind === 'store') playStore(cast.actor, e);
      return;
    case 'columnChosen':
    case 'attributeCompressed':
    case 'pointerMade':
    case 'valueKept':
    case 'valueToasted':
    case 'tupleInserted':
    case 'tupleUpdated':
      if (actor?.kind === 'store') playStore(actor, e);
      return;
    case 'chunkRead':
    case 'differenceApplied':
    case 'valueDecompressed':
    case 'valueDetoasted':
    case 'valueSliced':
      if (actor?.kind === 'fetch') playFetch(actor, e);
      return;
    // The sentence, the pages or the log show these: nothing on stage moves.
    case 'toastStarted':
    case 'attributeIncompressible':
    case 'chunkWritten':
    case 'chunkDeleted':
    case 'tupleDeleted':
    case 'tupleFrozen':
    case 'pagePruned':
    case 'pageVacuumed':
    case 'pageAllVisible':
    case 'pageDeduplicated':
    case 'rootSplit':
    case 'indexEntriesDeleted':
    case 'relationCreated':
    case 'relationDropped':
    case 'relationExtended':
    case 'relationTruncated':
    case 'bufferHit':
    case 'bufferRead':
    case 'bufferDirtied':
    case 'bufferWritten':
    case 'walInserted':
    case 'statementFinished':
    case 'statementFailed':
    case 'transactionStarted':
    case 'transactionCommitted':
    case 'transactionAborted':
    case 'checkpointDone':
    case 'serverStopped':
    case 'recoveryStarted':
    case 'recordReplayed':
    case 'recoveryDone':
    case 'serverStarted':
      return;
    default:
      unknown(e);
  }
}
