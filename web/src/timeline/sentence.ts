// One plain sentence for each frame. The only place that puts events into words.
import type { Bulk, Frame, RelationView, StageEvent } from '../engine/protocol';
import { count, percent, plural } from '../layout/format';
import type { Pin } from './tape';

const METHODS = ['pglz', 'lz4'];

const WHY = {
  tooSmall: 'it is too short to try',
  noEarlyMatch: 'the first 1,024 bytes of the stream held no repetition',
  tooLittleSaved: 'it would not save 25 %',
  notSmaller: 'it would not become smaller',
};

/** What sentences need to know: the relations by OID and by file. */
export class Names {
  readonly #byOid: Map<number, RelationView>;
  readonly #byFile: Map<number, RelationView>;

  constructor(readonly relations: RelationView[]) {
    this.#byOid = new Map(relations.map((r) => [r.oid, r]));
    this.#byFile = new Map(relations.map((r) => [r.file, r]));
  }
  relation(oid: number) {
    return this.#byOid.get(oid);
  }
  ofFile(file: number) {
    return this.#byFile.get(file);
  }
  name(oid: number) {
    return this.#byOid.get(oid)?.name ?? `relation ${oid}`;
  }
  fileName(file: number) {
    return this.#byFile.get(file)?.name ?? 'a file that is gone';
  }
  /** A column by its number, dropped ones counted. */
  column(oid: number, attribute: number) {
    const relation = this.#byOid.get(oid);
    return relation?.attributes[attribute - 1] || `column ${attribute}`;
  }
  isChunk(oid: number) {
    return this.#byOid.get(oid)?.role === 'toast';
  }
}

const place = (tid: { block: number; offset: number }) =>
  `page ${count(tid.block)}, item ${tid.offset}`;
const bytes = (n: number) => plural(n, 'byte');

function event(e: StageEvent, names: Names): string {
  switch (e.kind) {
    case 'statementStarted':
      return `The server gets ${quote(e.sql)}.`;
    case 'statementFinished':
      return e.tag ? `Done: ${e.tag}.` : 'Done.';
    case 'statementFailed':
      return `ERROR: ${e.message}. What the statement wrote stays on its pages, invisible.`;
    case 'relationCreated':
      return `${e.name} is created: an empty file.`;
    case 'relationDropped':
      return 'A relation is dropped; its file goes at commit.';
    case 'relationExtended':
      return `${names.fileName(e.file)} grows by a page, number ${count(e.block)}.`;
    case 'relationTruncated':
      return `${names.fileName(e.file)} is cut to ${plural(e.blocks, 'page')}: the space goes back to the system.`;
    case 'bufferHit':
    case 'bufferRead':
    case 'bufferDirtied':
    case 'bufferWritten':
      return `Page ${count(e.block)} of ${names.fileName(e.file)}.`;
    case 'tupleFormed':
      return e.length > e.target
        ? `A row of ${names.name(e.rel)} is formed: ${bytes(e.length)}, more than the ${count(e.target)} a row may keep.`
        : `A row of ${names.name(e.rel)} is formed: ${bytes(e.length)}, and ${count(e.target)} are allowed. It stays whole.`;
    case 'toastStarted':
      return `The row is ${bytes(e.length)}; the limit is ${count(e.target)}. TOAST starts.`;
    case 'columnChosen':
      return chosen(e, names);
    case 'attributeCompressed':
      return `${METHODS[e.method] ?? 'The method'} makes ${bytes(e.to)} of ${names.column(e.rel, e.attribute)}’s ${count(e.from)} (${percent(e.to / e.from)}).`;
    case 'attributeIncompressible':
      return `${METHODS[e.method] ?? 'The method'} gives ${names.column(e.rel, e.attribute)} up: ${WHY[e.why]}. It stays at ${bytes(e.size)}.`;
    case 'valueCut':
      return `The value gets the number ${e.value}; its ${bytes(e.size)} are cut into ${plural(e.chunks, 'chunk')} of up to 1,996.`;
    case 'chunkCut':
      return `Chunk ${e.seq} becomes a row of ${names.name(e.toastRel)}: (${e.value}, ${e.seq}, ${bytes(e.size)}).`;
    case 'chunkWritten':
      return `Chunk ${e.seq} is stored and indexed.`;
    case 'chunkRead':
      return `Chunk ${e.seq} is read from ${place(e.tid)}: ${bytes(e.size)}.`;
    case 'chunkDeleted':
      return `Chunk ${e.seq} of value ${e.value} is dead, and stays in ${place(e.tid)} until VACUUM.`;
    case 'valueToasted':
      return `In the row ${names.column(e.rel, e.attribute)} is now a pointer of 18 bytes to value ${e.value}.`;
    case 'valueKept':
      return `${names.column(e.rel, e.attribute)} did not change: the new row keeps the pointer to value ${e.value}, and its chunks are shared.`;
    case 'pointerRead':
      return pointer(e);
    case 'valueDetoasted':
      return `Value ${e.value} is fetched.`;
    case 'valueDecompressed':
      return e.to < e.raw
        ? `${METHODS[e.method] ?? 'The method'} gives the first ${count(e.to)} of ${bytes(e.raw)} back, from ${count(e.from)} stored.`
        : `${METHODS[e.method] ?? 'The method'} gives all ${bytes(e.raw)} back, from ${count(e.from)} stored.`;
    case 'valueSliced':
      return `The ${bytes(e.length)} from byte ${count(e.offset + 1)} on are cut out.`;
    case 'tupleInserted':
      return names.isChunk(e.rel)
        ? `The chunk is put on ${place(e.tid)} of ${names.name(e.rel)}.`
        : `The row, ${bytes(e.length)}, is put on ${place(e.tid)} of ${names.name(e.rel)}.`;
    case 'tupleUpdated':
      return updated(e);
    case 'tupleDeleted':
      return names.isChunk(e.rel)
        ? `A chunk in ${place(e.tid)} of ${names.name(e.rel)} is marked deleted.`
        : `The row in ${place(e.tid)} of ${names.name(e.rel)} is marked deleted; its bytes stay until VACUUM.`;
    case 'pagePruned':
      return `Page ${count(e.block)} of ${names.name(e.rel)} is pruned: ${plural(e.removed, 'dead version')} removed, ${plural(e.redirected, 'line pointer')} redirected.`;
    case 'pageVacuumed':
      return `VACUUM frees ${plural(e.unused, 'line pointer')} on page ${count(e.block)} of ${names.name(e.rel)}.`;
    case 'tupleFrozen':
      return `The row in ${place(e.tid)} is frozen.`;
    case 'pageAllVisible':
      return `All rows on page ${count(e.block)} of ${names.name(e.rel)} are visible to everybody; the map says so.`;
    case 'indexDescended':
      return `${names.name(e.index)} is descended: ${e.path.length === 1 ? `page ${e.path[0]}, root and leaf at once` : e.path.map((b, i) => `${i === 0 ? 'root' : i === e.path.length - 1 ? 'leaf' : 'page'} ${count(b)}`).join(' → ')}.`;
    case 'indexEntryInserted':
      return `An entry that leads to (${count(e.tid.block)},${e.tid.offset}) is put on leaf ${count(e.block)} of ${names.name(e.index)}, as item ${e.offset}.`;
    case 'leafSplit':
      return `Leaf ${count(e.left)} of ${names.name(e.index)} is full: its items from ${e.firstRight} on move to the new page ${count(e.right)}.`;
    case 'pageDeduplicated':
      return `Page ${count(e.block)} of ${names.name(e.index)} is deduplicated: ${count(e.before)} items become ${count(e.after)}.`;
    case 'rootSplit':
      return `${names.name(e.index)} grows a level: page ${count(e.root)} is the new root.`;
    case 'indexEntriesDeleted':
      return `${plural(e.count, 'entry', 'entries')} removed from page ${count(e.block)} of ${names.name(e.index)}.`;
    case 'walInserted':
      return `${bytes(e.length)} are logged.`;
    case 'transactionStarted':
      return `Transaction ${e.xid} begins.`;
    case 'transactionCommitted':
      return `Transaction ${e.xid} commits: what it wrote is visible, what it deleted is dead.`;
    case 'transactionAborted':
      return `Transaction ${e.xid} is rolled back: what it wrote is dead.`;
    default:
      return 'Something happened.';
  }
}

function quote(sql: string): string {
  const line = sql.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 88)}…` : line;
}

function chosen(e: Extract<StageEvent, { kind: 'columnChosen' }>, names: Names): string {
  const over = `The row has ${bytes(e.length)}, ${count(e.length - e.target)} too many`;
  const column = `${names.column(e.rel, e.attribute)}, ${bytes(e.size)}`;
  switch (e.round) {
    case 1:
      return `Round 1. ${over}: the longest column is ${column}.`;
    case 2:
      return `Round 2. ${over}: the longest column left, ${column}, moves out.`;
    case 3:
      return `Round 3. ${over}: now MAIN columns are compressed, ${column} first.`;
    default:
      return `Round 4. ${over} even for a page: ${column} moves out, MAIN or not.`;
  }
}

function pointer(e: Extract<StageEvent, { kind: 'pointerRead' }>): string {
  const all = e.first === 0 && e.last === e.chunks - 1;
  const which = all
    ? e.chunks === 1
      ? 'its one chunk'
      : `all ${count(e.chunks)} chunks`
    : e.first === e.last
      ? `only chunk ${e.first} of ${count(e.chunks)}`
      : `chunks ${e.first} to ${e.last} of ${count(e.chunks)}`;
  const stored = e.compressed ? `, ${count(e.stored)} stored compressed` : '';
  return `The pointer says: value ${e.value}, ${bytes(e.raw)}${stored}. Needed: ${which}.`;
}

function updated(e: Extract<StageEvent, { kind: 'tupleUpdated' }>): string {
  const moved = `The new version, ${bytes(e.length)}, is put on ${place(e.new)}; the old one in ${place(e.old)} is dead.`;
  switch (e.hot) {
    case 'yes':
      return `${moved} HOT: same page, no indexed column changed, so no index is touched.`;
    case 'indexedColumnChanged':
      return `${moved} Not HOT: an indexed column changed.`;
    default:
      return `${moved} Not HOT: its page had no room, so every index gets an entry.`;
  }
}

function many(b: Bulk): string {
  const parts: string[] = [];
  const add = (n: number, one: string, more?: string) => {
    if (n > 0) parts.push(plural(n, one, more));
  };
  add(b.inserted, 'row inserted', 'rows inserted');
  add(b.updated, `row updated`, `rows updated`);
  if (b.updated > 0 && b.hot > 0) parts.push(`${count(b.hot)} of them HOT`);
  add(b.deleted, 'row deleted', 'rows deleted');
  add(b.detoasted, 'value fetched', 'values fetched');
  add(b.chunksWritten, 'chunk written', 'chunks written');
  add(b.chunksRead, 'chunk read', 'chunks read');
  add(b.chunksDeleted, 'chunk deleted', 'chunks deleted');
  add(b.pruned, 'page pruned', 'pages pruned');
  add(b.vacuumed, 'page vacuumed', 'pages vacuumed');
  add(b.entriesDeleted, 'index entry removed', 'index entries removed');
  if (parts.length < 3) add(b.splits, 'leaf split', 'leaves split');
  if (parts.length < 2) add(b.descents, 'index descent');
  return parts.length > 0
    ? `In one go: ${parts.join(', ')}.`
    : 'Pages are read, one after the other.';
}

function pages(pins: Pin[], names: Names): string {
  const by = new Map<string, number>();
  for (const pin of pins) {
    if (pin.kind !== 'hit' && pin.kind !== 'read') continue;
    const name = names.fileName(pin.file);
    by.set(name, (by.get(name) ?? 0) + pin.times);
  }
  const parts = [...by].map(([name, n]) => `${plural(n, 'page')} of ${name}`);
  return parts.length > 0 ? `Looked at: ${parts.join(', ')}.` : 'Pages are written.';
}

/** What happened in a frame. */
export function sentence(frame: Frame, pins: Pin[], names: Names): string {
  if (frame.event) return event(frame.event, names);
  return frame.bulk ? many(frame.bulk) : pages(pins, names);
}
