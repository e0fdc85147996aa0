// The kinds of frames: what they are called, and the hue and shape of their ticks.
import type { Frame } from '../engine/protocol';
import type { EventKind } from './events';

/** What a tick is about; each has a hue, and a height so that hue is not the only sign. */
export type Family = 'statement' | 'row' | 'toast' | 'index' | 'read' | 'dead' | 'pages' | 'many';

/** An event's kind, or what stands for frames without one. */
export type Kind = EventKind | 'pages' | 'many';

interface About {
  family: Family;
  label: string;
  /** How long it is looked at, in moments. */
  beat: number;
}

const ABOUT: Record<Kind, About> = {
  statementStarted: { family: 'statement', label: 'statement', beat: 0.6 },
  statementFinished: { family: 'statement', label: 'statement finished', beat: 0.5 },
  statementFailed: { family: 'statement', label: 'error', beat: 0.5 },
  relationCreated: { family: 'statement', label: 'relation created', beat: 1 },
  relationDropped: { family: 'statement', label: 'relation dropped', beat: 1 },
  relationExtended: { family: 'pages', label: 'page added', beat: 0.3 },
  relationTruncated: { family: 'pages', label: 'pages cut off', beat: 1 },
  bufferHit: { family: 'read', label: 'page found', beat: 1 },
  bufferRead: { family: 'read', label: 'page read', beat: 1 },
  bufferDirtied: { family: 'pages', label: 'page dirtied', beat: 1 },
  bufferWritten: { family: 'pages', label: 'page written', beat: 1 },
  tupleFormed: { family: 'row', label: 'row formed', beat: 1 },
  toastStarted: { family: 'toast', label: 'TOAST starts', beat: 1 },
  columnChosen: { family: 'toast', label: 'round', beat: 1 },
  attributeCompressed: { family: 'toast', label: 'compressed', beat: 1 },
  attributeIncompressible: { family: 'toast', label: 'not compressed', beat: 1 },
  valueCut: { family: 'toast', label: 'value cut', beat: 1 },
  chunkCut: { family: 'toast', label: 'chunk', beat: 1 },
  chunkWritten: { family: 'toast', label: 'chunk written', beat: 1 },
  chunkRead: { family: 'read', label: 'chunk read', beat: 0.6 },
  chunkDeleted: { family: 'dead', label: 'chunk dead', beat: 1 },
  valueToasted: { family: 'toast', label: 'pointer', beat: 1 },
  pointerMade: { family: 'toast', label: 'what the row keeps', beat: 1 },
  tailGrown: { family: 'toast', label: 'tail grows', beat: 1 },
  tailMoved: { family: 'toast', label: 'tail moves', beat: 1 },
  differenceKept: { family: 'toast', label: 'difference kept', beat: 1 },
  differenceApplied: { family: 'read', label: 'difference applied', beat: 1 },
  documentRead: { family: 'read', label: 'document looked into', beat: 1 },
  valueKept: { family: 'toast', label: 'pointer kept', beat: 1 },
  pointerRead: { family: 'read', label: 'pointer read', beat: 1 },
  valueDetoasted: { family: 'read', label: 'value fetched', beat: 1 },
  valueDecompressed: { family: 'read', label: 'decompressed', beat: 1 },
  valueSliced: { family: 'read', label: 'slice', beat: 1 },
  tupleInserted: { family: 'row', label: 'row placed', beat: 1 },
  tupleUpdated: { family: 'row', label: 'row updated', beat: 1 },
  tupleDeleted: { family: 'dead', label: 'row dead', beat: 1 },
  pagePruned: { family: 'dead', label: 'page pruned', beat: 0.3 },
  pageVacuumed: { family: 'dead', label: 'page vacuumed', beat: 0.3 },
  tupleFrozen: { family: 'row', label: 'frozen', beat: 1 },
  pageAllVisible: { family: 'pages', label: 'all-visible', beat: 0.3 },
  indexDescended: { family: 'index', label: 'index descended', beat: 0.5 },
  indexEntryInserted: { family: 'index', label: 'index entry', beat: 0.6 },
  leafSplit: { family: 'index', label: 'leaf split', beat: 1 },
  pageDeduplicated: { family: 'index', label: 'deduplicated', beat: 1 },
  rootSplit: { family: 'index', label: 'new root', beat: 1 },
  indexEntriesDeleted: { family: 'dead', label: 'index entries removed', beat: 1 },
  walInserted: { family: 'pages', label: 'logged', beat: 1 },
  transactionStarted: { family: 'statement', label: 'transaction begins', beat: 1 },
  transactionCommitted: { family: 'statement', label: 'commit', beat: 0.5 },
  transactionAborted: { family: 'statement', label: 'rollback', beat: 1 },
  checkpointDone: { family: 'statement', label: 'checkpoint', beat: 1 },
  serverStopped: { family: 'dead', label: 'crash', beat: 1 },
  recoveryStarted: { family: 'statement', label: 'recovery starts', beat: 1 },
  recordReplayed: { family: 'pages', label: 'replayed', beat: 1 },
  recoveryDone: { family: 'statement', label: 'recovery done', beat: 1 },
  serverStarted: { family: 'statement', label: 'server starts', beat: 1 },
  pages: { family: 'pages', label: 'pages read', beat: 0.3 },
  many: { family: 'many', label: 'many rows', beat: 0.05 },
};

/** The kind of a frame: its event's, `many` for a slice, or `pages` without an event. */
export const kindOf = (frame: Frame): Kind =>
  frame.event ? frame.event.kind : frame.bulk ? 'many' : 'pages';

export const familyOf = (frame: Frame): Family => ABOUT[kindOf(frame)].family;
export const labelOf = (kind: Kind): string => ABOUT[kind].label;
/** How long a frame of this kind is shown, in beats of the timeline. */
export const beatOf = (kind: Kind): number => ABOUT[kind].beat;
