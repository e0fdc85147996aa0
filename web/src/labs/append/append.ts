// Appending to a bytea: the cost of one more piece by the length of the value, and the cost of a stream of pieces
// until the value has a megabyte; then the cost of writing a value once and reading it. Compared are today's toaster,
// the proposal's with and without its inline tail, and the server of 2021.
import { count } from '../../layout/format';
import { KINDS, valueOf } from '../compression/kinds/kinds';
import { literalOf } from '../compression/literal';
import { costOf, runOrThrow, type Cost, type Run } from '../study/run-statement';
import type { Chart, Job, StudyInput, Measure, Row, Series, Study } from '../study/study';
import {
  BUFFERS,
  LOG,
  TIME,
  decimal,
  decimalCell,
  duration,
  figures,
} from '../study/number-format';

interface Toaster extends Series {
  /** Before the table is made. */
  setUp: readonly string[];
  /** Behind the column's type. */
  column: string;
  /** Whether an append leaves what was there alone, so that many of them must be measured to see all that they do. */
  appends: boolean;
}

const EXTENSION = 'CREATE EXTENSION bytea_toaster;';

const TOASTERS: readonly Toaster[] = [
  { value: 'default', name: 'today’s TOAST', setUp: [], column: '', appends: false },
  {
    value: 'appendable',
    name: 'appendable',
    setUp: [EXTENSION, 'SET bytea_toaster.inline_tail = off;'],
    column: 'STORAGE EXTERNAL TOASTER bytea_toaster',
    appends: true,
    proposal: true,
  },
  {
    value: 'tail',
    name: 'with an inline tail',
    setUp: [EXTENSION],
    column: 'STORAGE EXTERNAL TOASTER bytea_toaster',
    appends: true,
    proposal: true,
  },
  {
    value: 'prototype',
    name: 'the server of 2021',
    setUp: ["SET toastscope.server = 'strategies';"],
    column: '',
    appends: true,
    proposal: true,
  },
];

/** Bytes that there are, and that are appended. */
const OLD = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const APPENDED = [1, 1e2, 1e4, 1e6, 1e7];
/** The pieces of a stream, and how long its value gets. */
const PIECES = [10, 100, 1e3, 1e4, 1e5, 1e6];
const STREAM = 1e6;
/** Where on its way a stream is measured, in parts of its length. */
const STATIONS = 8;
/** Bytes after which an inline tail has been moved to chunks at least once, and what is run of the rest. */
const ROUND = 4096;
const FEW = 3;

/** Makes the table with one value of this length. */
async function table(run: Run, toaster: Toaster, bytes: number) {
  await runOrThrow(run, `CREATE TABLE test (data bytea ${toaster.column});`);
  await runOrThrow(run, 'ALTER TABLE test ALTER COLUMN data SET STORAGE EXTERNAL;');
  await runOrThrow(run, `INSERT INTO test SELECT repeat('a', ${bytes})::bytea;`);
}

/** The statement that appends so many bytes. */
const append = (bytes: number) => `UPDATE test SET data = data || repeat('x', ${bytes})::bytea`;

/** Measures one append of `piece` bytes to a value of `old` bytes. */
async function appendOnce(run: Run, toaster: Toaster, old: number, piece: number): Promise<Row> {
  await table(run, toaster, old);
  // The first append turns the value into one that can be appended to.
  if (toaster.appends) await runOrThrow(run, `${append(1)};`);
  const cost = await costOf(run, append(piece));
  await runOrThrow(run, 'DROP TABLE test;');
  return {
    part: 'append',
    toaster: toaster.value,
    old_bytes: old,
    appended_bytes: piece,
    buffers: cost.buffers,
    wal_bytes: cost.walBytes,
    modelled_ms: cost.time,
  };
}

/** Adds up a number of all costs. */
const sum = (costs: readonly Cost[], numberOf: (cost: Cost) => number) =>
  costs.reduce((total, cost) => total + numberOf(cost), 0);

/**
 * Measures a stream of equal pieces appended to a value: a few lengths are measured, and the sum is computed
 * from them.
 */
async function stream(run: Run, toaster: Toaster, piece: number): Promise<Row> {
  const pieces = STREAM / piece;
  const stations = Math.min(STATIONS, pieces);
  const total = { buffers: 0, wal_bytes: 0, modelled_ms: 0 };
  for (let station = 0; station < stations; station++) {
    // In the middle of the stretch that it stands for; there is always something to append to.
    const there = Math.max(1, Math.round(((station + 0.5) * STREAM) / stations - piece / 2));
    await table(run, toaster, there);
    await runOrThrow(run, `${append(1)};`);
    const most = Math.ceil(pieces / stations);
    const runs = Math.min(most, toaster.appends ? Math.max(FEW, Math.ceil(ROUND / piece)) : FEW);
    const costs: Cost[] = [];
    for (let i = 0; i < runs; i++) costs.push(await costOf(run, append(piece)));
    const share = pieces / stations / runs;
    total.buffers += sum(costs, (cost) => cost.buffers) * share;
    total.wal_bytes += sum(costs, (cost) => cost.walBytes) * share;
    total.modelled_ms += sum(costs, (cost) => cost.time) * share;
    await runOrThrow(run, 'DROP TABLE test;');
  }
  return {
    part: 'stream',
    toaster: toaster.value,
    old_bytes: 0,
    appended_bytes: piece,
    buffers: Math.round(total.buffers),
    wal_bytes: Math.round(total.wal_bytes),
    modelled_ms: total.modelled_ms,
    mb_per_s: STREAM / 1e6 / (total.modelled_ms / 1000),
  };
}

/** What is measured: each toaster with each length and each stream. */
function jobs({ values }: StudyInput): Job[] {
  const largest = values.largest ?? 0;
  const sizes = OLD.filter((bytes) => bytes <= largest);
  const appends = TOASTERS.flatMap((toaster) =>
    sizes.map((old) => ({
      name: `${toaster.name}, ${decimalCell(old)}`,
      steps: APPENDED.length,
      sample: old <= 1e5,
      async *measure(run: Run) {
        for (const statement of toaster.setUp) await runOrThrow(run, statement);
        for (const piece of APPENDED) yield await appendOnce(run, toaster, old, piece);
      },
    })),
  );
  const streams = TOASTERS.map((toaster) => ({
    name: `${toaster.name}, stream`,
    steps: PIECES.length,
    sample: toaster.value === 'tail',
    async *measure(run: Run) {
      for (const statement of toaster.setUp) await runOrThrow(run, statement);
      for (const piece of PIECES) yield await stream(run, toaster, piece);
    },
  }));
  const lengths = LENGTHS.filter((bytes) => bytes <= largest);
  const wholes = WAYS.map((way) => ({
    name: `${way.name}, written and read`,
    steps: lengths.length * Object.keys(WHOLE).length,
    sample: way.value === 'lz4',
    async *measure(run: Run) {
      for (const statement of way.setUp) await runOrThrow(run, statement);
      for (const bytes of lengths) yield* insertedAndFetched(run, way, bytes);
    },
  }));
  return [...appends, ...streams, ...wholes];
}

interface Way extends Series {
  setUp: readonly string[];
  /** Behind the column's type. */
  column: string;
}

/** Ways to store a value that is written once and read: the talk's “Bytea Fetch and Insert”, by method. */
const WAYS: readonly Way[] = [
  { value: 'external', name: 'EXTERNAL', setUp: [], column: '' },
  { value: 'pglz', name: 'EXTENDED, pglz', setUp: [], column: 'COMPRESSION pglz' },
  { value: 'lz4', name: 'EXTENDED, lz4', setUp: [], column: 'COMPRESSION lz4' },
  {
    value: 'bytea_toaster',
    name: 'the toaster for bytea',
    setUp: [EXTENSION],
    column: 'STORAGE EXTERNAL TOASTER bytea_toaster',
    proposal: true,
  },
];

/** Bytes of these values: a statement has them as digits, so that the longest is not as long as one that is appended to. */
const LENGTHS = OLD.filter((bytes) => bytes <= 1e7);
/** What is stored: bytes as a program has them, of which compression saves some. */
const PROGRAM = KINDS.find(({ id }) => id === 'program')!;
const SEED = 1;
const WHOLE: Readonly<Record<string, string>> = { insert: 'INSERT', fetch: 'SELECT' };

/** Inserts a value, then reads all of it: a comparison looks at its bytes. Yields a row for each. */
async function* insertedAndFetched(run: Run, way: Way, bytes: number): AsyncGenerator<Row> {
  await runOrThrow(run, `CREATE TABLE test (data bytea ${way.column});`);
  if (way.value === 'external')
    await runOrThrow(run, 'ALTER TABLE test ALTER COLUMN data SET STORAGE EXTERNAL;');
  const value = literalOf(valueOf(PROGRAM, bytes, SEED), false);
  /** The row of what was done with the whole value. */
  const row = (doing: string, cost: Cost): Row => ({
    part: 'whole',
    doing,
    toaster: way.value,
    old_bytes: bytes,
    buffers: cost.buffers,
    wal_bytes: cost.walBytes,
    modelled_ms: cost.time,
  });
  yield row('insert', await costOf(run, `INSERT INTO test VALUES (${value})`));
  // The first to read a row leaves hint bits.
  await runOrThrow(run, 'SELECT count(*) FROM test;');
  yield row('fetch', await costOf(run, "SELECT count(*) FROM test WHERE data > ''"));
  await runOrThrow(run, 'DROP TABLE test;');
}

/** A sentence on what the smallest append to the longest value costs by each way. */
function appendFound(rows: readonly Row[]): string[] {
  const most = Math.max(...rows.map((row) => Number(row.old_bytes)));
  /** The row of a toaster at the greatest length. */
  const at = (toaster: string) =>
    rows.find((row) => row.toaster === toaster && row.old_bytes === most);
  /** The cost of a row in words. */
  const said = (row: Row) =>
    `${count(Number(row.buffers))} buffers and ${count(Number(row.wal_bytes))} bytes of log`;
  const [today, of2021, tail] = [at('default'), at('prototype'), at('tail')];
  if (!today || !of2021 || !tail) return [];
  const piece = decimalCell(today.appended_bytes ?? null);
  return [
    `${piece} more on ${decimalCell(most)}: ${said(today)} today, ${said(of2021)} on the server of 2021, ` +
      `${said(tail)} with the proposal’s inline tail.`,
  ];
}

/** What the rows say of the streams. */
function streamFound(rows: readonly Row[]): string[] {
  const small = rows.filter((row) => row.appended_bytes === PIECES[1]);
  const [today, tail] = ['default', 'tail'].map((id) => small.find((row) => row.toaster === id));
  if (!today || !tail) return [];
  return [
    `In pieces of ${PIECES[1]} bytes one megabyte costs today ${decimalCell(today.wal_bytes ?? null)} of log, ` +
      `${figures(Number(today.wal_bytes) / Number(tail.wal_bytes))} times what it costs with an inline tail.`,
    `Each stream is taken for all of it from ${STATIONS} stretches of its way.`,
  ];
}

/** A sentence on how long the longest value takes by each way. */
function wholeFound(rows: readonly Row[]): string[] {
  const most = Math.max(...rows.map((row) => Number(row.old_bytes)));
  const taken = WAYS.flatMap(({ value, name }) => {
    const row = rows.find((one) => one.toaster === value && one.old_bytes === most);
    return row ? `${name} ${duration(Number(row.modelled_ms))}` : [];
  });
  if (taken.length < WAYS.length) return [];
  return [
    `${decimalCell(most)}, as modelled: ${taken.join('; ')}.`,
    'The toaster for bytea writes and reads a value as EXTERNAL does: it pays where something is appended.',
  ];
}

/** The sentence to take home: what the smallest append to the longest value costs today, and with an inline tail. */
function takeHome(rows: readonly Row[]): string {
  const appends = rows.filter((row) => row.part === 'append');
  const most = Math.max(...appends.map((row) => Number(row.old_bytes)));
  const least = Math.min(...appends.map((row) => Number(row.appended_bytes)));
  const [today, tail] = ['default', 'tail'].map((toaster) =>
    appends.find(
      (r) => r.toaster === toaster && r.old_bytes === most && r.appended_bytes === least,
    ),
  );
  if (!today || !tail) return '';
  return (
    `Appending ${decimal(least)} to a value of ${decimal(most)} writes all of it again: ` +
    `${count(Number(today.buffers))} buffers and ${decimal(Number(today.wal_bytes))} of log. ` +
    `With the proposal’s inline tail it would be ${count(Number(tail.buffers))} buffers and ${count(Number(tail.wal_bytes))} bytes; ` +
    'until then, keep what grows in rows of its own.'
  );
}

const RATE: Measure = {
  id: 'mb_per_s',
  title: 'Speed',
  unit: 'MB per second',
  said: (n) => `${figures(n)} MB/s`,
  tick: (n) => `${figures(n)} MB/s`,
  modelled: true,
};

const series = { id: 'toaster', all: TOASTERS };

const CHARTS: readonly Chart[] = [
  {
    id: 'append',
    title: 'One append',
    about:
      'UPDATE … SET data = data || … on a value that is there already. Today all of the old value is read and all of the new one written; an appendable one writes what is new.',
    shape: 'lines',
    part: (row) => row.part === 'append',
    across: { id: 'old_bytes', title: 'Length of the value', unit: 'bytes', said: decimalCell },
    series,
    only: {
      id: 'appended_bytes',
      title: 'Appended',
      said: (value) => `+ ${decimalCell(value)}`,
    },
    measures: [TIME, BUFFERS, LOG],
    findings: appendFound,
  },
  {
    id: 'stream',
    title: 'A stream until the value has 1 MB',
    about: 'One row grows from nothing by equal pieces, each committed by itself.',
    shape: 'lines',
    part: (row) => row.part === 'stream',
    across: { id: 'appended_bytes', title: 'Length of a piece', unit: 'bytes', said: decimalCell },
    series,
    measures: [TIME, RATE, LOG, BUFFERS],
    findings: streamFound,
  },
  {
    id: 'whole',
    title: 'One value, written and read whole',
    about:
      'INSERT of one value, and SELECT … WHERE data > ’’, which looks at all of it. The values are made by the rule of the compression lab’s programs, so that compression saves some of each.',
    shape: 'lines',
    part: (row) => row.part === 'whole',
    across: { id: 'old_bytes', title: 'Length of the value', unit: 'bytes', said: decimalCell },
    series: { id: 'toaster', all: WAYS },
    only: { id: 'doing', title: 'Statement', said: (value) => WHOLE[String(value)] ?? '' },
    measures: [TIME, BUFFERS, LOG],
    findings: wholeFound,
  },
];

export const APPEND: Study = {
  id: 'append',
  title: 'Append',
  about: 'What it costs to append to a long bytea: the talk’s motivational example and its stream',
  question: 'What does one byte more cost?',
  how: [
    'A bytea under STORAGE EXTERNAL gets something appended by ||, as in “One TOAST fits all” (2022), Case 2.',
    'Buffers and log are counted as EXPLAIN (ANALYZE, BUFFERS, WAL) counts them; the proposals follow the prototypes’ recordings.',
  ],
  parameters: [
    {
      id: 'largest',
      title: 'Up to',
      choices: OLD.slice(3).map((value) => ({ value, title: decimalCell(value) })),
    },
  ],
  shipped: { largest: 1e8 },
  columns: [
    ...['part', 'toaster', 'old_bytes', 'appended_bytes', 'buffers', 'wal_bytes', 'modelled_ms'],
    ...['mb_per_s', 'doing'],
  ],
  jobs,
  takeHome,
  charts: CHARTS,
};
