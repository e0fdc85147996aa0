// Sixteen gigabytes: the table of a million texts that the study on large texts ends with, loaded in full. Every
// page is there; those that nobody looks at are kept folded (`engine/storage/src/buffer/folded.rs`).
import { count, size } from '../../layout/format';
import { costOf, runOrThrow, numbersOf, type Run } from '../study/run-statement';
import type { Cell, Chart, Job, StudyInput, Row, Study } from '../study/study';
import { BUFFERS, LOG, TIME, decimal, figures } from '../study/number-format';
import { PIECES, SIZES, load, prepare, read, type Storage } from './statements';

const STORAGES = [
  { value: 'EXTERNAL', name: 'EXTERNAL' },
  { value: 'EXTENDED', name: 'EXTENDED, pglz' },
] as const;
/** Rows of the table that `npm test` loads again. */
const FEW = 10_000;

/** Loads the table piece by piece, and gives a row after each. */
async function* filled(run: Run, part: string, storage: Storage, rows: number) {
  for (const statement of prepare(storage)) await runOrThrow(run, statement);
  for (let piece = 0; piece < PIECES; piece++) {
    const loading = await costOf(run, load(piece, rows));
    const loaded = ((piece + 1) * rows) / PIECES;
    const [heap = 0, toast = 0, index = 0, key = 0, table = 0] = await numbersOf(run, SIZES);
    const fetch = await costOf(run, read(loaded));
    yield {
      part,
      setting: storage,
      rows: loaded,
      heap_bytes: heap,
      toast_bytes: toast,
      index_bytes: index,
      key_bytes: key,
      table_bytes: table,
      load_ms: (loading.time * PIECES) / rows,
      load_wal_bytes: Math.round((loading.walBytes * PIECES) / rows),
      read_buffers: fetch.buffers,
    } satisfies Row;
  }
}

/** What is measured: the whole table under each storage, and a table of a few rows. */
function jobs({ values }: StudyInput): Job[] {
  const rows = values.rows ?? FEW;
  const whole = STORAGES.map(({ value, name }) => ({
    name,
    steps: PIECES,
    measure: (run: Run) => filled(run, 'whole', value, rows),
  }));
  const few = {
    name: `${count(FEW)} rows`,
    steps: PIECES,
    sample: true,
    measure: (run: Run) => filled(run, 'few', 'EXTERNAL', FEW),
  };
  return [...whole, few];
}

const across = {
  id: 'rows',
  title: 'Loaded so far',
  unit: 'rows',
  said: (value: Cell) => count(Number(value)),
};
const series = { id: 'setting', all: STORAGES };
/** A measure in bytes. */
const bytes = (id: string, title: string) => ({
  id,
  title,
  unit: 'bytes',
  said: size,
  tick: decimal,
});

/** The last row of a storage: all that was loaded. */
const all = (rows: readonly Row[], setting: Storage) =>
  rows.filter((row) => row.part === 'whole' && row.setting === setting).at(-1);

/** The sentence to take home. */
function takeHome(rows: readonly Row[]): string {
  const [external, extended] = [all(rows, 'EXTERNAL'), all(rows, 'EXTENDED')];
  if (!external || !extended) return '';
  /** The table's size as text. */
  const sizeOf = (row: Row) => size(Number(row.table_bytes));
  const times = Number(external.table_bytes) / Number(extended.table_bytes);
  return (
    `${count(Number(external.rows))} texts of 16,000 characters take ${sizeOf(external)} under EXTERNAL and ${sizeOf(extended)} ` +
    `compressed, ${figures(times)} times less; but in all of it a hundred characters from the middle are found with ` +
    `${count(Number(external.read_buffers))} buffers, since an index only gets deeper by a level now and then.`
  );
}

/** What the rows say. */
function found(rows: readonly Row[]): string[] {
  const [external, extended] = [all(rows, 'EXTERNAL'), all(rows, 'EXTENDED')];
  if (!external || !extended) return [];
  /** The table's size as text. */
  const sizeOf = (row: Row) => size(Number(row.table_bytes));
  return [
    `${count(Number(external.rows))} texts take ${sizeOf(external)} under EXTERNAL and ${sizeOf(extended)} compressed: ` +
      `${count(Number(external.table_bytes))} and ${count(Number(extended.table_bytes))} bytes, counted, not extrapolated.`,
  ];
}

const CHARTS: readonly Chart[] = [
  {
    id: 'size',
    title: 'What is on disk',
    about: 'The table with all that belongs to it, while it is loaded.',
    shape: 'lines',
    part: (row) => row.part === 'whole',
    across,
    series,
    measures: [
      bytes('table_bytes', 'pg_table_size'),
      bytes('heap_bytes', 'Heap'),
      bytes('toast_bytes', 'TOAST table'),
      bytes('index_bytes', 'Its index'),
      bytes('key_bytes', 'Primary key'),
    ],
    findings: found,
  },
  {
    id: 'cost',
    title: 'What a row costs as the table grows',
    about:
      'Loading does not get dearer with size; a fetch from the middle asks for one buffer more with each level of an index.',
    shape: 'lines',
    part: (row) => row.part === 'whole',
    across,
    series,
    measures: [
      { ...BUFFERS, id: 'read_buffers', title: 'Buffers of a substring' },
      { ...TIME, id: 'load_ms', title: 'Time to load a row' },
      { ...LOG, id: 'load_wal_bytes', title: 'Log of a row' },
    ],
  },
];

export const SIXTEEN_GIGABYTES: Study = {
  id: 'whole',
  title: 'Sixteen gigabytes',
  about: 'A million long texts, loaded in full: every page, every entry of the index',
  question: 'What do a million texts of 16,000 characters take, compressed and not?',
  how: [
    'The table that “Large Text in PostgreSQL: Performance and Storage” (R. Lambert, 2020) ends with is loaded here row by row, with its 16 GB. Pages that nobody looks at are kept folded in memory, and are there again, byte for byte, when they are read.',
    'A million rows take a minute or more, and under a gigabyte of memory.',
  ],
  parameters: [
    {
      id: 'rows',
      title: 'Rows',
      choices: [FEW, 100_000, 1_000_000].map((value) => ({ value, title: count(value) })),
    },
  ],
  shipped: { rows: 1_000_000 },
  columns: [
    ...['part', 'setting', 'rows', 'heap_bytes', 'toast_bytes', 'index_bytes', 'key_bytes'],
    ...['table_bytes', 'load_ms', 'load_wal_bytes', 'read_buffers'],
  ],
  jobs,
  takeHome,
  charts: CHARTS,
};
