// The kinds of frames: what they are called, and the hue and shape of their ticks.
import type { Frame, StageEvent } from '../engine/protocol';

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
