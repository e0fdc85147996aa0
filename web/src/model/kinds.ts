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
  /** How long a frame of this kind is shown, relative to the others. */
  duration: number;
}

const ABOUT: Record<Kind, About> = {
  statementStarted: { family: 'statement', label: 'statement', duration: 0.6 },
  statementFinished: { family: 'statement', label: 'statement finished', duration: 0.5 },
  statementFailed: { family: 'statement', label: 'error', duration: 0.5 },
  relationCreated: { family: 'statement', label: 'relation created', duration: 1 },
  relationDropped: { family: 'statement', label: 'relation dropped', duration: 1 },
  relationExtended: { family: 'pages', label: 'page added', duration: 0.3 },
  relationTruncated: { family: 'pages', label: 'pages cut off', duration: 1 },
  bufferHit: { family: 'read', label: 'page found', duration: 1 },
  bufferRead: { family: 'read', label: 'page read', duration: 1 },
  bufferDirtied: { family: 'pages', label: 'page dirtied', duration: 1 },
  bufferWritten: { family: 'pages', label: 'page written', duration: 1 },
  tupleFormed: { family: 'row', label: 'row formed', duration: 1 },
  toastStarted: { family: 'toast', label: 'TOAST starts', duration: 1 },
  columnChosen: { family: 'toast', label: 'round', duration: 1 },
  attributeCompressed: { family: 'toast', label: 'compressed', duration: 1 },
  attributeIncompressible: { family: 'toast', label: 'not compressed', duration: 1 },
  valueCut: { family: 'toast', label: 'value cut', duration: 1 },
  chunkCut: { family: 'toast', label: 'chunk', duration: 1 },
  chunkWritten: { family: 'toast', label: 'chunk written', duration: 1 },
  chunkRead: { family: 'read', label: 'chunk read', duration: 0.6 },
  chunkDeleted: { family: 'dead', label: 'chunk dead', duration: 1 },
  valueToasted: { family: 'toast', label: 'pointer', duration: 1 },
  pointerMade: { family: 'toast', label: 'what the row keeps', duration: 1 },
  tailGrown: { family: 'toast', label: 'tail grows', duration: 1 },
  tailMoved: { family: 'toast', label: 'tail moves', duration: 1 },
  differenceKept: { family: 'toast', label: 'difference kept', duration: 1 },
  differenceApplied: { family: 'read', label: 'difference applied', duration: 1 },
  documentRead: { family: 'read', label: 'document looked into', duration: 1 },
  valueKept: { family: 'toast', label: 'pointer kept', duration: 1 },
  pointerRead: { family: 'read', label: 'pointer read', duration: 1 },
  valueDetoasted: { family: 'read', label: 'value fetched', duration: 1 },
  valueDecompressed: { family: 'read', label: 'decompressed', duration: 1 },
  valueSliced: { family: 'read', label: 'slice', duration: 1 },
  tupleInserted: { family: 'row', label: 'row placed', duration: 1 },
  tupleUpdated: { family: 'row', label: 'row updated', duration: 1 },
  tupleDeleted: { family: 'dead', label: 'row dead', duration: 1 },
  pagePruned: { family: 'dead', label: 'page pruned', duration: 0.3 },
  pageVacuumed: { family: 'dead', label: 'page vacuumed', duration: 0.3 },
  tupleFrozen: { family: 'row', label: 'frozen', duration: 1 },
  pageAllVisible: { family: 'pages', label: 'all-visible', duration: 0.3 },
  indexDescended: { family: 'index', label: 'index descended', duration: 0.5 },
  indexEntryInserted: { family: 'index', label: 'index entry', duration: 0.6 },
  leafSplit: { family: 'index', label: 'leaf split', duration: 1 },
  pageDeduplicated: { family: 'index', label: 'deduplicated', duration: 1 },
  rootSplit: { family: 'index', label: 'new root', duration: 1 },
  indexEntriesDeleted: { family: 'dead', label: 'index entries removed', duration: 1 },
  walInserted: { family: 'pages', label: 'logged', duration: 1 },
  transactionStarted: { family: 'statement', label: 'transaction begins', duration: 1 },
  transactionCommitted: { family: 'statement', label: 'commit', duration: 0.5 },
  transactionAborted: { family: 'statement', label: 'rollback', duration: 1 },
  checkpointDone: { family: 'statement', label: 'checkpoint', duration: 1 },
  serverStopped: { family: 'dead', label: 'crash', duration: 1 },
  recoveryStarted: { family: 'statement', label: 'recovery starts', duration: 1 },
  recordReplayed: { family: 'pages', label: 'replayed', duration: 1 },
  recoveryDone: { family: 'statement', label: 'recovery done', duration: 1 },
  serverStarted: { family: 'statement', label: 'server starts', duration: 1 },
  pages: { family: 'pages', label: 'pages read', duration: 0.3 },
  many: { family: 'many', label: 'many rows', duration: 0.05 },
};

/** The kind of a frame: that of its event, `many` for a slice, `pages` without an event. */
export const kindOf = (frame: Frame): Kind =>
  frame.event ? frame.event.kind : frame.bulk ? 'many' : 'pages';

/** The family of a frame's kind, which gives its hue. */
export const familyOf = (frame: Frame): Family => ABOUT[kindOf(frame)].family;
/** The words for a kind. */
export const labelOf = (kind: Kind): string => ABOUT[kind].label;
/** How long a frame of this kind is shown, relative to the others. */
export const relativeDuration = (kind: Kind): number => ABOUT[kind].duration;
