import { describe, expect, it } from 'vitest';
import type { Bulk, RelationView, StageEvent, StepData } from '../engine/protocol';
import { Names } from '../model/names';
import { compose, proposed, statementKind } from './compose';
import { rangeOf, type Passage } from './passage';
import { spokenOf } from './sentence-things';
import { Tape } from './tape';

const relation = (oid: number, role: RelationView['role'], parent?: number): RelationView => ({
  oid,
  file: oid + 1000,
  name: `r${oid}`,
  role,
  parent,
  forks: [{ fork: 'main', blocks: 1 }],
  columns: ['a'],
  attributes: ['a'],
});
const RELATIONS = [relation(1, 'heap'), relation(2, 'toast', 1), relation(3, 'toastIndex', 2)];

const bulk = (of: Partial<Bulk>): Bulk => ({
  inserted: 0,
  updated: 0,
  hot: 0,
  deleted: 0,
  frozen: 0,
  compressed: 0,
  toasted: 0,
  entries: 0,
  detoasted: 0,
  chunksWritten: 0,
  chunksRead: 0,
  chunksDeleted: 0,
  pruned: 0,
  vacuumed: 0,
  replayed: 0,
  entriesDeleted: 0,
  splits: 0,
  descents: 0,
  ...of,
});

let last = 0;
/** A statement of these events, which looked into the files of these relations. */
function step(text: string, events: (StageEvent | Bulk)[], oids: number[] = []): StepData {
  const pins = oids.flatMap((oid) => [oid + 1000, 0, 0, 1]);
  return {
    id: ++last,
    parent: last - 1,
    line: 1,
    text,
    printed: '',
    time: 0,
    frames: events.map((e) => ({
      event: 'kind' in e ? e : undefined,
      bulk: 'kind' in e ? undefined : e,
      pins: pins.length,
      patch: 0,
      wal: 0,
      clock: 0,
    })),
    results: [],
    relations: RELATIONS,
    counters: {
      statement: { hit: 0, read: 0, dirtied: 0, written: 0 },
      total: { hit: 0, read: 0, dirtied: 0, written: 0 },
      relations: [],
      memory: 0,
    },
    transaction: 'idle',
    pins: Uint32Array.from(pins),
    patch: new Uint16Array(),
    wal: new Uint32Array(),
    spent: [],
    recovered: [],
  };
}

const tid = { block: 4, offset: 2 };
const BEGIN: StageEvent = { kind: 'statementStarted', sql: '' };
const END: StageEvent = { kind: 'statementFinished', tag: '' };
const FORMED: StageEvent = {
  kind: 'tupleFormed',
  rel: 1,
  length: 40,
  header: 24,
  target: 2032,
  columns: [],
};
const PUT: StageEvent = { kind: 'tupleInserted', rel: 1, tid, length: 40, xid: 700 };
const POINTER: StageEvent = {
  kind: 'pointerRead',
  toastRel: 2,
  value: 9,
  raw: 5000,
  stored: 5000,
  compressed: false,
  first: 0,
  last: 2,
  chunks: 3,
  full: 1996,
  inline: 0,
  lazy: false,
  stride: 0,
};
const CHUNK: StageEvent = { kind: 'chunkRead', toastRel: 2, value: 9, seq: 1, size: 1996, tid };
const DEAD: StageEvent = { kind: 'tupleDeleted', rel: 1, tid };
const SWEPT: StageEvent = { kind: 'pageVacuumed', rel: 1, block: 4, unused: 2 };
const STOPPED: StageEvent = { kind: 'serverStopped', lostPages: 1, lostLog: 0, flushed: 0 };

const insert = () => step('INSERT INTO r1 VALUES (1)', [BEGIN, FORMED, PUT, END], [1]);
const create = () => step('CREATE TABLE r1 (a int)', [BEGIN, END]);
const scan = (text = 'SELECT a FROM r1') => step(text, [BEGIN, END], [1]);
const fetch = () => step('SELECT a FROM r1', [BEGIN, POINTER, CHUNK, END], [1, 2, 3]);

describe('what a statement is', () => {
  it.each([
    ['row', insert(), ['row', 'pages']],
    ['load', step('INSERT ...', [FORMED, PUT, bulk({ inserted: 900 })], [1]), ['row', 'pages']],
    ['delete', step('DELETE FROM r1', [BEGIN, DEAD, END], [1]), ['pages']],
    ['scan', scan(), ['pages', 'buffers']],
    ['detoast', fetch(), ['row', 'pages', 'buffers']],
    ['vacuum', step('VACUUM r1', [BEGIN, SWEPT, END], [1]), ['pages']],
    ['crash', step('\\crash', [STOPPED], [1]), ['pages', 'log']],
    ['nothing', create(), []],
  ] as const)('%s', (kind, of, parts) => {
    expect(statementKind(of)).toBe(kind);
    expect(proposed(of)).toEqual(parts);
  });

  it('brings the log when it is asked for', () => {
    expect(proposed(scan('EXPLAIN (ANALYZE, WAL) SELECT a FROM r1'))).toContain('log');
    expect(proposed(scan('EXPLAIN (ANALYZE, BUFFERS) SELECT wal FROM r1'))).not.toContain('log');
  });
});

describe('the stage', () => {
  const at = (...steps: StepData[]) => steps.map((s) => ({ step: s }));
  const parts = (c: ReturnType<typeof compose>) => [...c.parts];

  it('stays as it was after a statement that shows nothing new', () => {
    const composed = compose(at(insert(), create()), new Set(), null);
    expect(parts(composed)).toEqual(['row', 'pages']);
    expect([...composed.files]).toEqual([1001]);
  });

  it('draws the pages that the statement touched, and no others', () => {
    expect([...compose(at(fetch(), scan()), new Set(), null).files]).toEqual([1001]);
  });

  it('draws what there is before anything was touched', () => {
    const step = create();
    const composed = compose(at(step), new Set([step.id]), { show: ['pages'], hide: [] });
    expect([...composed.files]).toEqual([1001, 1002, 1003]);
  });

  it('tells statements together by the one that tells most, with the files of all', () => {
    const [row, value] = [insert(), fetch()];
    const composed = compose(at(create(), row, value), new Set([row.id, value.id]), null);
    expect(parts(composed)).toEqual(['row', 'pages']);
    expect([...composed.files]).toEqual([1001, 1002, 1003]);
  });

  it('goes on with what it showed where only tables are touched that are left out', () => {
    const measures = {
      ...step('SELECT a FROM r4', [BEGIN, END], [4]),
      relations: [...RELATIONS, relation(4, 'heap')],
    };
    const plan = { show: ['pages'] as const, hide: [], without: ['r4'] };
    const composed = compose(at(fetch(), measures), new Set([measures.id]), plan);
    expect([...composed.files]).toEqual([1001, 1002, 1003]);
  });

  it('follows a lesson', () => {
    expect(parts(compose(at(insert()), new Set(), { show: ['log'], hide: [] }))).toEqual(['log']);
    expect(parts(compose(at(insert()), new Set(), { show: null, hide: ['pages'] }))).toEqual([
      'row',
    ]);
  });
});

describe('the passage that is played', () => {
  const tape = new Tape();
  last = 0;
  const steps = [create(), insert(), insert(), scan(), fetch()];
  for (const s of steps) tape.add(s);
  const { placed } = tape;
  const named = (of: Partial<Passage>): Passage => ({
    statement: null,
    from: null,
    to: null,
    nothing: false,
    ...of,
  });
  const start = (n: number) => placed[n]?.start ?? NaN;

  it('is the first statement that tells most, without a word', () => {
    expect(rangeOf(placed, null)).toEqual({ from: start(1) + 1, to: start(1) + 4 });
    expect(rangeOf(placed.slice(0, 1), null)).toBeNull();
  });
  it('begins and ends where a lesson says', () => {
    const range = rangeOf(placed, named({ from: 'tupleFormed', to: 'tupleInserted' }));
    expect(range).toEqual({ from: start(1) + 2, to: start(1) + 3 });
    expect(rangeOf(placed, named({ statement: 3, from: 'tupleFormed' }))?.from).toBe(start(2) + 2);
    expect(rangeOf(placed, named({ statement: 'last' }))?.to).toBe(tape.length);
    expect(rangeOf(placed, named({ from: 'leafSplit' }))).toBeNull();
    expect(rangeOf(placed, named({ nothing: true }))).toBeNull();
  });
});

describe('what a sentence speaks of', () => {
  const names = new Names(RELATIONS);
  const spokenAbout = (event: StageEvent) =>
    spokenOf({ event, bulk: undefined, pins: 0, patch: 0, wal: 0, clock: 0 }, [], names);

  it('is the row, a page of it, a chunk', () => {
    expect(spokenAbout(FORMED)).toEqual([{ what: 'row', chunk: null }]);
    expect(spokenAbout(PUT)).toEqual([{ what: 'page', file: 1001, block: 4 }]);
    expect(spokenAbout(CHUNK)).toEqual([
      { what: 'page', file: 1002, block: 4 },
      { what: 'row', chunk: 1 },
    ]);
    expect(spokenAbout(END)).toEqual([]);
  });
  it('is the files that are looked into, where nothing else happens', () => {
    const pin = { file: 1003, block: -1, fork: 0, kind: 'hit' as const, times: 3 };
    const frame = { event: undefined, bulk: undefined, pins: 0, patch: 0, wal: 0, clock: 0 };
    expect(spokenOf(frame, [pin], names)).toEqual([{ what: 'relation', file: 1003 }]);
  });
});
