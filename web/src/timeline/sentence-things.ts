// The things that the sentence of a frame speaks of, among those that are drawn: they have to be in view. Pure.
import type { Frame } from '../engine/protocol';
import { unknown } from '../model/events';
import type { Names } from '../model/names';
import type { Pin } from '../model/tape-words';

/** A thing on the stage. */
export type Spoken =
  /** The row or value on stage; `chunk` is one of its chunks, or null. */
  | { what: 'row'; chunk: number | null }
  /** A value that is read back, below the document that it is of. */
  | { what: 'value' }
  /** The way down an index, where it is drawn. */
  | { what: 'tree' }
  | { what: 'page'; file: number; block: number }
  | { what: 'relation'; file: number }
  | { what: 'log' };

const ROW: Spoken[] = [{ what: 'row', chunk: null }];
const VALUE: Spoken[] = [{ what: 'value' }];

/** The things that a frame's sentence names, the most specific last. */
export function spokenOf(frame: Frame, pins: readonly Pin[], names: Names): Spoken[] {
  const e = frame.event;
  /** A page of a relation. */
  const page = (oid: number, block: number): Spoken[] => {
    const file = names.relation(oid)?.file;
    return file === undefined ? [] : [{ what: 'page', file, block }];
  };
  /** A chunk of the row. */
  const chunk = (n: number): Spoken[] => [{ what: 'row', chunk: n }];
  if (!e) {
    const files = new Set(pins.map((pin) => pin.file));
    return [...files].flatMap((file) => (names.ofFile(file) ? [{ what: 'relation', file }] : []));
  }
  switch (e.kind) {
    case 'tupleFormed':
    case 'toastStarted':
    case 'columnChosen':
    case 'attributeCompressed':
    case 'attributeIncompressible':
    case 'valueCut':
    case 'valueToasted':
    case 'pointerMade':
    case 'tailGrown':
    case 'tailMoved':
    case 'differenceKept':
    case 'documentRead':
    case 'valueKept':
      return ROW;
    case 'differenceApplied':
    case 'pointerRead':
    case 'valueDetoasted':
    case 'valueDecompressed':
    case 'valueSliced':
      return VALUE;
    case 'chunkCut':
      return chunk(e.seq);
    case 'chunkWritten':
      return chunk(e.seq);
    case 'chunkRead':
      return [...page(e.toastRel, e.tid.block), ...chunk(e.seq)];
    case 'chunkDeleted':
      return page(e.toastRel, e.tid.block);
    case 'tupleInserted':
      return page(e.rel, e.tid.block);
    case 'tupleUpdated':
      return [...page(e.rel, e.old.block), ...page(e.rel, e.new.block)];
    case 'tupleDeleted':
    case 'tupleFrozen':
      return page(e.rel, e.tid.block);
    case 'pagePruned':
    case 'pageVacuumed':
    case 'pageAllVisible':
      return page(e.rel, e.block);
    case 'indexDescended':
      return [...e.path.flatMap((block) => page(e.index, block)), { what: 'tree' }];
    case 'indexEntryInserted':
      return [...page(e.index, e.block), { what: 'tree' }];
    case 'pageDeduplicated':
    case 'indexEntriesDeleted':
      return page(e.index, e.block);
    case 'leafSplit':
      return [...page(e.index, e.left), ...page(e.index, e.right)];
    case 'rootSplit':
      return page(e.index, e.root);
    case 'relationExtended':
    case 'relationTruncated':
    case 'bufferHit':
    case 'bufferRead':
    case 'bufferDirtied':
    case 'bufferWritten':
      return names.ofFile(e.file) ? [{ what: 'relation', file: e.file }] : [];
    case 'recordReplayed':
      return [
        ...e.blocks.flatMap((b): Spoken[] =>
          b.fork === 'main' && names.ofFile(b.file)
            ? [{ what: 'page', file: b.file, block: b.block }]
            : [],
        ),
        { what: 'log' },
      ];
    case 'recoveryStarted':
    case 'recoveryDone':
    case 'walInserted':
      return [{ what: 'log' }];
    case 'relationCreated':
    case 'relationDropped':
    case 'statementStarted':
    case 'statementFinished':
    case 'statementFailed':
    case 'transactionStarted':
    case 'transactionCommitted':
    case 'transactionAborted':
    case 'checkpointDone':
    case 'serverStopped':
    case 'serverStarted':
      return [];
    default:
      return unknown(e);
  }
}
