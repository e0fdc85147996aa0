// One plain sentence for each frame. The only place that puts events into words.
import type { Bulk, Frame, PointerPart, StageEvent } from '../engine/protocol';
import { count, lsnText, percent, plural } from '../layout/format';
import type { Sharing } from '../layout/shared';
import type { Names } from '../model/names';
import { led, type Led } from '../model/parts';
import type { Pin } from './tape';

const METHODS = ['pglz', 'lz4'];

const WHY = {
  tooSmall: 'it is too short to try',
  noEarlyMatch: 'the first 1,024 bytes of the stream held no repetition',
  tooLittleSaved: 'it would not save 25 %',
  notSmaller: 'it would not become smaller',
};

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
      return e.length > e.target
        ? `The row is ${bytes(e.length)}; the limit is ${count(e.target)}. TOAST starts.`
        : `The row is ${bytes(e.length)}, within the limit of ${count(e.target)}; TOAST sees to the values it has in chunks.`;
    case 'columnChosen':
      return chosen(e, names);
    case 'attributeCompressed': {
      const what = e.field ? `key ${e.field}` : names.column(e.rel, e.attribute);
      const kept = e.field ? ' It stays in the row.' : '';
      return `${METHODS[e.method] ?? 'The method'} makes ${bytes(e.to)} of ${what}’s ${count(e.from)} (${percent(e.to / e.from)}).${kept}`;
    }
    case 'attributeIncompressible':
      return `${METHODS[e.method] ?? 'The method'} gives ${names.column(e.rel, e.attribute)} up: ${WHY[e.why]}. It stays at ${bytes(e.size)}.`;
    case 'valueCut':
      return `The value gets the number ${e.value}; its ${bytes(e.size)} are cut into ${plural(e.chunks, 'chunk')}${e.full > 0 ? ` of up to ${count(e.full)}` : ' of whole elements'}.`;
    case 'chunkCut':
      return `Chunk ${e.seq} becomes a row of ${names.name(e.toastRel)}: (${e.value}, ${e.seq}, ${bytes(e.size)}).`;
    case 'chunkWritten':
      return `Chunk ${e.seq} is stored and indexed.`;
    case 'chunkRead':
      return `Chunk ${e.seq} is read from ${place(e.tid)}: ${bytes(e.size)}.`;
    case 'chunkDeleted':
      return `Chunk ${e.seq} of value ${e.value} is dead, and stays in ${place(e.tid)} until VACUUM.`;
    case 'valueToasted':
      if (e.field !== undefined)
        return `${e.field ? `Key ${e.field} of ${names.column(e.rel, e.attribute)}` : names.column(e.rel, e.attribute)} is in chunks now, under the number ${e.value}.`;
      return `In the row ${names.column(e.rel, e.attribute)} is now a pointer of 18 bytes to value ${e.value}.`;
    case 'valueKept':
      return `${names.column(e.rel, e.attribute)} did not change: the new row keeps the pointer to value ${e.value}, and its chunks are shared.`;
    case 'pointerMade':
      return `In the row ${names.column(e.rel, e.attribute)} is now ${bytes(e.size)}: ${made(e.parts)}.`;
    case 'tailGrown':
      return `${bytes(e.added)} ${e.added === 1 ? 'is' : 'are'} put behind the pointer to value ${e.value}, in memory: the tail has ${count(e.tail)}. None of the ${count(e.stored)} in chunks is fetched.`;
    case 'tailMoved':
      return moved(e);
    case 'documentRead':
      return looked(e);
    case 'differenceKept':
      return `The new value has the old one’s place: ${difference(e)} of value ${e.value} become a difference beside the pointer, and no chunk is written.`;
    case 'differenceApplied':
      return `The difference kept in the row is laid over what was fetched: ${difference(e)}.`;
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
      return names.isChunk(e.rel) ? rewritten(e) : updated(e);
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
    case 'checkpointDone':
      return `A checkpoint: ${plural(e.pages, 'changed page')} ${e.pages === 1 ? 'is' : 'are'} written. After a crash, replay begins at ${lsnText(e.redo)}.`;
    case 'serverStopped':
      return stopped(e);
    case 'recoveryStarted':
      return e.records > 0
        ? `The server starts: it was not properly shut down, so automatic recovery is in progress. Redo starts at ${lsnText(e.redo)}: ${plural(e.records, 'record')}, ${bytes(e.bytes)}.`
        : 'The server starts: it was not properly shut down. The log has nothing since the last checkpoint.';
    case 'recordReplayed':
      return replayed(e, names);
    case 'recoveryDone':
      return e.records > 0
        ? `Redo is done at ${e.last ? lsnText(e.last) : 'the end'}: ${plural(e.records, 'record')}. The log ends here; a checkpoint follows.`
        : 'Redo is not required.';
    case 'serverStarted':
      return `The database system is ready to accept connections. What committed is there; what had not is dead on its pages. The next transaction is ${e.nextXid}.`;
    default:
      return 'Something happened.';
  }
}

function stopped(e: Extract<StageEvent, { kind: 'serverStopped' }>): string {
  const lost = [
    e.lostPages > 0 ? `${plural(e.lostPages, 'changed page')} in shared buffers` : '',
    e.lostLog > 0 ? `${bytes(e.lostLog)} of the log that nobody had flushed` : '',
  ].filter(Boolean);
  const what = lost.length > 0 ? `Lost: ${lost.join(', and ')}.` : 'Nothing was only in memory.';
  return `The server stops dead. ${what} The files are as they were last written.`;
}

const BECAME = {
  restored: 'is put back whole from its image',
  changed: 'is changed again',
  made: 'is made anew',
  newer: 'has it already, its LSN says: skipped',
  missing: 'is gone, with its file',
};

function replayed(e: Extract<StageEvent, { kind: 'recordReplayed' }>, names: Names): string {
  const FORK = {
    main: '',
    fsm: ' (free space map)',
    visibilityMap: ' (visibility map)',
    init: ' (init)',
  };
  const parts = e.blocks.map(
    (b) => `page ${count(b.block)} of ${names.fileName(b.file)}${FORK[b.fork]} ${BECAME[b.what]}`,
  );
  const of = e.xid > 0 ? ` of transaction ${e.xid}` : '';
  return `${lsnText(e.lsn)} ${e.what}${of}${parts.length > 0 ? `: ${parts.join('; ')}.` : '.'}`;
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

type Kind<K extends StageEvent['kind']> = Extract<StageEvent, { kind: K }>;

/** What a pointer has beside its numbers. */
function made(parts: PointerPart[]): string {
  const values = led(parts);
  const inline = parts.filter((p) => p.role === 'inline' || p.role === 'compressed').length;
  const all = [
    ...(inline > 0 ? [`${plural(inline, 'value')} in place`] : []),
    ...(values.length > 0
      ? [
          `${values.length > 1 ? plural(values.length, 'pointer') : 'a pointer'} to ${plural(values.length, 'value')} in chunks`,
        ]
      : []),
    ...values.map(besideSays).filter(Boolean),
  ];
  return all.length > 0 ? all.join(', ') : 'nothing is in chunks';
}

function moved(e: Kind<'tailMoved'>): string {
  const stay = `${plural(e.first, 'chunk')} of value ${e.value} stay as they are`;
  const many = e.last - e.first + 1;
  const which =
    e.kept > 0
      ? `chunk ${count(e.first)}, which has ${count(e.kept)}, is written anew`
      : `chunk ${count(e.first)} is new`;
  const more =
    many > 1 ? `, and ${plural(many - 1, 'chunk')} behind it ${many > 2 ? 'are' : 'is'} new` : '';
  return `The tail of ${bytes(e.tail)} goes to the chunks as version ${e.version}: ${which}${more}; ${stay}.`;
}

function looked(e: Kind<'documentRead'>): string {
  const part = e.parts.find((p) => p.name !== '' && p.name === e.path[0]);
  const what = `${pathSays(e.path)} is looked for in the row’s part of the document`;
  const whole = led(e.parts).find((l) => l.path.length === 0);
  if (whole)
    return `${pathSays(e.path)} is looked for in value ${whole.link.value}, ${plural(whole.link.chunks, 'chunk')}.`;
  if (!part) return `${what}: it is not there.`;
  const many = plural(part.link?.chunks ?? 0, 'chunk');
  switch (part.role) {
    case 'inline':
      return `${what}: ${part.name} stands there, and no chunk is needed.`;
    case 'compressed':
      return `${what}: ${part.name} stands there compressed, and no chunk is needed.`;
    default:
      return part.link
        ? `${what}: ${part.name} is a pointer to value ${part.link.value}, ${many}. Those of other keys are left alone.`
        : `${what}: ${part.name} is an object with pointers of its own.`;
  }
}

const difference = (e: { at: number; length: number; element: boolean }) =>
  e.element
    ? `element ${count(e.at)}, ${bytes(e.length)}`
    : e.length === 1
      ? `byte ${count(e.at)}`
      : `bytes ${count(e.at)} to ${count(e.at + e.length - 1)}`;

function rewritten(e: Kind<'tupleUpdated'>): string {
  const end = e.hot === 'yes' ? 'HOT: the index still leads there.' : 'The index gets an entry.';
  return `A new version of the chunk, ${bytes(e.length)}, is put on ${place(e.new)}; old row versions read the one in ${place(e.old)}. ${end}`;
}

/** A path as SQL writes it. */
export const pathSays = (path: string[]) =>
  path.map((key) => `→ ${key}`).join(' ') || 'the document';

/** What lies beside the pointer to a value in chunks; empty when nothing does. */
export function besideSays(value: Led): string {
  const all = [
    ...(value.tail > 0 ? [`a tail of ${bytes(value.tail)}`] : []),
    ...(value.prefix > 0 ? [`the first ${bytes(value.prefix)} of what is stored`] : []),
    ...value.differences.map(
      (d) =>
        `a difference at ${d.name === 'element' ? 'element' : 'byte'} ${count(d.number)}, ${bytes(d.length)}`,
    ),
  ];
  return all.join(', ');
}

/** How much of a value its owners share. */
export function sharingSays(s: Sharing, owners: number): string {
  const all = [
    ...(s.shared > 0
      ? [owners > 1 ? `${plural(s.shared, 'chunk')} shared` : plural(s.shared, 'chunk')]
      : []),
    ...(s.rewritten > 0 ? [`${count(s.rewritten)} rewritten`] : []),
    ...(s.added > 0 ? [`${count(s.added)} added`] : []),
    ...(s.unread > 0 ? [`${count(s.unread)} read by nobody`] : []),
  ];
  const by = owners > 1 ? ` by ${plural(owners, 'row version')}` : '';
  return s.shared > 0 ? [`${all[0]}${by}`, ...all.slice(1)].join(', ') : all.join(', ');
}

/** What a row version is. */
export const lifeSays = (life: 'live' | 'inserting' | 'deleting' | 'dead' | 'aborted') =>
  ({
    live: 'live',
    inserting: 'not committed yet',
    deleting: 'being replaced',
    dead: 'dead',
    aborted: 'rolled back',
  })[life];

/** A part of a pointer in few words, and in fewer. */
export function partSays(part: PointerPart): [string, string] {
  switch (part.role) {
    case 'tag':
      return part.name ? ['tag, sizes, toaster', 'head'] : ['tag', ''];
    case 'number':
      return [part.name === 'version' ? `version ${part.number}` : part.name, ''];
    case 'entries':
      return ['JEntries', ''];
    case 'prefix':
      return ['beginning of the stream', 'beginning'];
    case 'difference':
      return [`${part.name} ${count(part.number)}: ${part.text}`, `@${count(part.number)}`];
    case 'inline':
      return [part.text, ''];
    case 'field':
      return ['pointer', ''];
    case 'payload':
      return ['what its toaster understands', 'payload'];
    case 'padding':
      return ['pad', ''];
    default:
      return [part.role, ''];
  }
}

/** The same in full. */
export function partTitle(part: PointerPart, path: string[]): string {
  const where = path.length > 0 ? `${path.join('.')}: ` : '';
  const what = {
    tag: part.name ? 'tag, sizes and toaster' : 'the tag: a pointer of a toaster',
    sizes: 'bytes of what follows, and of the plain value',
    toaster: `the toaster’s OID, ${part.number}`,
    padding: 'padding',
    number: `${part.name}, ${count(part.number)}`,
    pointer: 'sizes, value id and TOAST table',
    tail: 'the tail: bytes that are in no chunk yet',
    prefix: 'the beginning of what is stored; the chunks hold the rest',
    difference: `difference from ${part.name} ${count(part.number)} on: ${part.text}`,
    entries: 'header and JEntries of the object',
    keys: `${plural(part.number, 'key')}`,
    inline: part.text,
    compressed: `compressed, ${bytes(part.link?.raw ?? 0)} plain`,
    field: 'a pointer',
    payload: 'what only its toaster understands',
  }[part.role];
  return `${where}${what}, ${bytes(part.length)}`;
}

function pointer(e: Extract<StageEvent, { kind: 'pointerRead' }>): string {
  if (e.lazy) {
    const row =
      e.inline > 0 ? `The first ${count(e.inline)} stored are in the row; chunks` : 'Chunks';
    return `The pointer says: value ${e.value}, ${bytes(e.raw)}. ${row} come one by one until it is enough.`;
  }
  const all = e.first === 0 && e.last === e.chunks - 1;
  const which = all
    ? e.chunks === 1
      ? 'its one chunk'
      : `all ${count(e.chunks)} chunks`
    : e.first === e.last
      ? `only chunk ${e.first} of ${count(e.chunks)}`
      : `chunks ${e.first} to ${e.last} of ${count(e.chunks)}`;
  const stored = e.compressed ? `, ${count(e.stored)} stored compressed` : '';
  if (e.stride > 0)
    return `The pointer says: value ${e.value}, an array with ${count(e.stride)} elements a chunk. Needed: ${which}.`;
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
  add(b.replayed, 'record replayed', 'records replayed');
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
