// The kinds of frames: what they are called, and the hue and shape of their ticks.
import type { Frame, StageEvent, StepData } from '../engine/protocol';

/** What a tick is about; each has a hue, and a height so that hue is not the only sign. */
export type Family = 'statement' | 'row' | 'toast' | 'index' | 'read' | 'dead' | 'pages' | 'many';

export type Kind = StageEvent['kind'] | 'pages' | 'many';

interface About {
  family: Family;
  label: string;
}

const ABOUT: Partial<Record<Kind, About>> = {
  statementStarted: { family: 'statement', label: 'statement' },
  statementFinished: { family: 'statement', label: 'statement finished' },
  statementFailed: { family: 'statement', label: 'error' },
  relationCreated: { family: 'statement', label: 'relation created' },
  relationDropped: { family: 'statement', label: 'relation dropped' },
  relationExtended: { family: 'pages', label: 'page added' },
  relationTruncated: { family: 'pages', label: 'pages cut off' },
  tupleFormed: { family: 'row', label: 'row formed' },
  toastStarted: { family: 'toast', label: 'TOAST starts' },
  columnChosen: { family: 'toast', label: 'round' },
  attributeCompressed: { family: 'toast', label: 'compressed' },
  attributeIncompressible: { family: 'toast', label: 'not compressed' },
  valueCut: { family: 'toast', label: 'value cut' },
  chunkCut: { family: 'toast', label: 'chunk' },
  chunkWritten: { family: 'toast', label: 'chunk written' },
  chunkRead: { family: 'read', label: 'chunk read' },
  chunkDeleted: { family: 'dead', label: 'chunk dead' },
  valueToasted: { family: 'toast', label: 'pointer' },
  pointerMade: { family: 'toast', label: 'what the row keeps' },
  tailGrown: { family: 'toast', label: 'tail grows' },
  tailMoved: { family: 'toast', label: 'tail moves' },
  differenceKept: { family: 'toast', label: 'difference kept' },
  differenceApplied: { family: 'read', label: 'difference applied' },
  documentRead: { family: 'read', label: 'document looked into' },
  valueKept: { family: 'toast', label: 'pointer kept' },
  pointerRead: { family: 'read', label: 'pointer read' },
  valueDetoasted: { family: 'read', label: 'value fetched' },
  valueDecompressed: { family: 'read', label: 'decompressed' },
  valueSliced: { family: 'read', label: 'slice' },
  tupleInserted: { family: 'row', label: 'row placed' },
  tupleUpdated: { family: 'row', label: 'row updated' },
  tupleDeleted: { family: 'dead', label: 'row dead' },
  pagePruned: { family: 'dead', label: 'page pruned' },
  pageVacuumed: { family: 'dead', label: 'page vacuumed' },
  tupleFrozen: { family: 'row', label: 'frozen' },
  pageAllVisible: { family: 'pages', label: 'all-visible' },
  indexDescended: { family: 'index', label: 'index descended' },
  indexEntryInserted: { family: 'index', label: 'index entry' },
  leafSplit: { family: 'index', label: 'leaf split' },
  pageDeduplicated: { family: 'index', label: 'deduplicated' },
  rootSplit: { family: 'index', label: 'new root' },
  indexEntriesDeleted: { family: 'dead', label: 'index entries removed' },
  transactionCommitted: { family: 'statement', label: 'commit' },
  transactionAborted: { family: 'statement', label: 'rollback' },
  checkpointDone: { family: 'statement', label: 'checkpoint' },
  serverStopped: { family: 'dead', label: 'crash' },
  recoveryStarted: { family: 'statement', label: 'recovery starts' },
  recordReplayed: { family: 'pages', label: 'replayed' },
  recoveryDone: { family: 'statement', label: 'recovery done' },
  serverStarted: { family: 'statement', label: 'server starts' },
  pages: { family: 'pages', label: 'pages read' },
  many: { family: 'many', label: 'many rows' },
};

/** The kind of a frame: its event's, or what stands for one. */
export const kindOf = (frame: Frame): Kind =>
  frame.event ? frame.event.kind : frame.bulk ? 'many' : 'pages';

const about = (kind: Kind): About => ABOUT[kind] ?? { family: 'pages', label: kind };

export const familyOf = (frame: Frame): Family => about(kindOf(frame)).family;
export const labelOf = (kind: Kind): string => about(kind).label;

const paces = new WeakMap<StepData, Float32Array>();

/**
 * How long each frame of a step is looked at, in units of a moment at speed 1: the first row takes
 * its time, those after it ever less, since they do the same.
 */
export function paceOf(step: StepData): Float32Array {
  let pace = paces.get(step);
  if (!pace) {
    let actors = 0;
    pace = Float32Array.from(step.frames, (frame) => {
      const kind = kindOf(frame);
      const acts = ['tupleFormed', 'pointerRead', 'documentRead', 'recordReplayed'].includes(kind);
      if (acts) actors++;
      if (kind === 'recoveryDone') actors = 0;
      return weightOf(frame) * Math.max(0.06, 1 / (1 + 0.6 * Math.max(0, actors - 1)));
    });
    paces.set(step, pace);
  }
  return pace;
}

/** How long a frame by itself is looked at. */
function weightOf(frame: Frame): number {
  const b = frame.bulk;
  // The middle chunks of one value are worth a look, many rows only their sum.
  if (b && b.inserted + b.updated + b.deleted + b.detoasted === 0) return 0.6;
  switch (kindOf(frame)) {
    case 'many':
      return 0.05;
    case 'pages':
    case 'pagePruned':
    case 'pageVacuumed':
    case 'pageAllVisible':
    case 'relationExtended':
      return 0.3;
    case 'statementStarted':
    case 'indexEntryInserted':
    case 'chunkRead':
      return 0.6;
    case 'statementFinished':
    case 'statementFailed':
    case 'transactionCommitted':
      return 0.5;
    default:
      return 1;
  }
}
