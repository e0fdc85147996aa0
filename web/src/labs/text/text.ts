// Large text: what a row takes on disk against the length of its text, what loading and reading it costs, and what
// `toast_tuple_target` changes. The texts are those of a published study (docs/studies.md): an md5 in hexadecimal, repeated `base` to `base + 25` times.
import { limits } from '../../engine/limits';
import { count, size } from '../../layout/format';
import { costOf, runOrThrow, numbersOf, type Run } from '../study/run-statement';
import type { Cell, Chart, Job, StudyInput, Row, Series, Study } from '../study/study';
import { BUFFERS, LOG, TIME, decimal, duration, figures } from '../study/number-format';

/** `base_length` of the study, as far as the largest of its texts, 16,000 characters and more. */
const BASES = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 200, 500];
/** The settings that `npm test` measures again. */
const SAMPLES: ReadonlySet<string> = new Set(['EXTENDED', 'EXTERNAL']);

interface Setting extends Series {
  /** Behind the column's type. */
  column: string;
  /** Behind the table's columns. */
  table: string;
  /** Whether what it costs to load and read is measured, and not only what it takes. */
  priced: boolean;
}

const STORAGES: readonly Setting[] = [
  { value: 'EXTENDED', name: 'EXTENDED, pglz', column: '', table: '', priced: true },
  {
    value: 'lz4',
    name: 'EXTENDED, lz4',
    column: 'COMPRESSION lz4',
    table: '',
    priced: true,
  },
  { value: 'EXTERNAL', name: 'EXTERNAL', column: '', table: '', priced: true },
];
/** Settings of `toast_tuple_target`, in bytes; tables without it have 2,032. */
const TARGETS: readonly Setting[] = [128, 1024, 4080, 8160].map((target) => ({
  value: `target ${target}`,
  name: count(target),
  column: '',
  table: `WITH (toast_tuple_target = ${target})`,
  priced: false,
}));

/** A table of the study: `id` as its tool makes it, and the text. */
export function createTable({ value, column, table }: Setting): string[] {
  return [
    `CREATE TABLE big_text (id bigint PRIMARY KEY, val text ${column}) ${table};`,
    ...(value === 'EXTERNAL'
      ? ['ALTER TABLE big_text ALTER COLUMN val SET STORAGE EXTERNAL;']
      : []),
  ];
}

/** SQL that makes a random text. */
const text = (base: number) => `repeat(md5(random()::text), ${base} + ceil(random() * 25)::int)`;

/** Aggregates over all rows: the narrow column; then the wide one's size from its pointer, its length in letters, itself. */
const AGGREGATES = [
  { sql: 'sum(id)', needs: 'It reads the heap alone: the narrower the rows, the fewer its pages.' },
  {
    sql: 'max(octet_length(val))',
    needs: 'The length stands in the pointer, or before the compressed text: no chunk is read.',
  },
  {
    sql: 'max(length(val))',
    needs: 'Characters are counted in the text: each is fetched, and decompressed.',
  },
  { sql: 'max(val)', needs: 'Texts are compared: each is fetched, and decompressed.' },
] as const;

/** What `pg_table_size` counts, without the maps, whose first pages say nothing of a row. */
const FORKS = `SELECT pg_relation_size(c.oid) + pg_relation_size(c.reltoastrelid) + pg_relation_size(i.indexrelid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';`;

/**
 * Measures rows whose texts repeat an md5 `base` to `base + 25` times under a setting. Yields a row of sizes (and of costs,
 * if the setting is `priced`), then one for each aggregate.
 */
async function* measured(
  run: Run,
  setting: Setting,
  base: number,
  rows: number,
): AsyncGenerator<Row> {
  for (const statement of createTable(setting)) await runOrThrow(run, statement);
  const [empty = 0] = await numbersOf(run, FORKS);
  await runOrThrow(run, 'SELECT setseed(0.5);');
  const load = await costOf(
    run,
    `INSERT INTO big_text SELECT i, ${text(base)} FROM generate_series(1, ${rows}) i`,
  );
  const [least = 0, mean = 0, most = 0] = await numbersOf(
    run,
    'SELECT min(length(val)), avg(length(val)), max(length(val)) FROM big_text;',
  );
  const [all = 0] = await numbersOf(run, FORKS);
  const row: Record<string, Cell> = {
    part: setting.priced ? 'storage' : 'target',
    setting: setting.value,
    base,
    rows,
    len_min: least,
    len_avg: Math.round(mean),
    len_max: most,
    bytes_per_row: Math.round(((all - empty) / rows) * 10) / 10,
    load_ms: load.time / rows,
    load_wal_bytes: Math.round(load.walBytes / rows),
  };
  if (setting.priced) {
    const one = await costOf(run, `INSERT INTO big_text SELECT ${rows + 1}, ${text(base)}`);
    /** Measures reading a substring. */
    const read = (from: number) =>
      costOf(
        run,
        `SELECT substring(val, ${from}, 100) FROM big_text WHERE id = ${Math.ceil(rows / 2)}`,
      );
    // The first to read a row leaves hint bits.
    await runOrThrow(run, 'SELECT count(substring(val, 1, 100)) FROM big_text;');
    const first = await read(1);
    const middle = await read(Math.max(1, Math.floor(least / 2)));
    Object.assign(row, {
      insert_ms: one.time,
      insert_buffers: one.buffers,
      insert_wal_bytes: one.walBytes,
      first_ms: first.time,
      first_buffers: first.buffers,
      middle_ms: middle.time,
      middle_buffers: middle.buffers,
    });
  }
  yield row;
  for (const { sql: aggregate } of setting.priced ? AGGREGATES : []) {
    const { time, buffers } = await costOf(run, `SELECT ${aggregate} FROM big_text`);
    yield {
      part: 'aggregate',
      setting: setting.value,
      base,
      rows,
      len_avg: Math.round(mean),
      aggregate,
      aggregate_ms: time,
      aggregate_buffers: buffers,
    };
  }
  await runOrThrow(run, 'DROP TABLE big_text;');
}

/** What is measured: each storage and each target. */
function jobs({ values }: StudyInput): Job[] {
  const rows = values.rows ?? 0;
  return [...STORAGES, ...TARGETS].map((setting) => ({
    name: setting.priced ? setting.name : `toast_tuple_target = ${setting.name}`,
    steps: BASES.length * (setting.priced ? 1 + AGGREGATES.length : 1),
    sample: SAMPLES.has(setting.value),
    async *measure(run) {
      for (const base of BASES) yield* measured(run, setting, base, rows);
    },
  }));
}

const across = {
  id: 'len_avg',
  title: 'Average length of a text',
  unit: 'characters',
  said: (value: Cell) => count(Number(value)),
};
const series = { id: 'setting', all: STORAGES };
const bytesPerRow = {
  id: 'bytes_per_row',
  title: 'A row on disk',
  unit: 'bytes',
  said: (n: number) => `${figures(n)} bytes`,
  tick: decimal,
};

/** The size of `rows` rows, as `pg_size_pretty` prints it. */
export const extrapolated = (bytesOfRow: number, rows: number) => size(bytesOfRow * rows);

const MILLION = 1_000_000;

/** The longest texts of a storage. */
const longest = (rows: readonly Row[], setting: string) =>
  rows
    .filter((row) => row.setting === setting)
    .toSorted((a, b) => Number(b.len_avg) - Number(a.len_avg))[0];

/** The sentence to take home: up to which length both storages take the same, and what the longest texts take. */
function takeHome(rows: readonly Row[]): string {
  /** The rows of a setting, by length. */
  const rowsUnder = (setting: string) =>
    rows
      .filter((row) => row.part === 'storage' && row.setting === setting)
      .toSorted((a, b) => Number(a.len_avg) - Number(b.len_avg));
  const [extended, external] = [rowsUnder('EXTENDED'), rowsUnder('EXTERNAL')];
  const differs = extended.findIndex((row, i) => row.bytes_per_row !== external[i]?.bytes_per_row);
  const [last, plain] = [extended.at(-1), external.at(-1)];
  if (differs < 1 || !last || !plain) return '';
  const times = Number(plain.bytes_per_row) / Number(last.bytes_per_row);
  return (
    `Up to ${count(Number(extended[differs - 1]?.len_avg))} characters these texts take the same however they are stored: ` +
    `TOAST does nothing below ${count(limits.toastTupleThreshold)} bytes a row. From there on compression decides: at ` +
    `${count(Number(last.len_avg))} characters EXTERNAL takes ${figures(times)} times what pglz leaves.`
  );
}

/** What the rows say of sizes. */
function sizesFound(rows: readonly Row[]): string[] {
  const [extended, external] = [longest(rows, 'EXTENDED'), longest(rows, 'EXTERNAL')];
  if (!extended || !external) return [];
  /** The size of a million rows. */
  const sizeOfMillion = (row: Row) => extrapolated(Number(row.bytes_per_row), MILLION);
  return [
    `Texts of ${count(Number(extended.len_avg))} characters on average: a million rows of them would take ` +
      `${sizeOfMillion(extended)} compressed by pglz and ${sizeOfMillion(external)} under EXTERNAL. That is extrapolated from a ` +
      `sample of ${count(Number(extended.rows))} rows, whose bytes per row are counted.`,
    'Such texts compress as no real one does: each is 32 characters, repeated.',
  ];
}

/** A sentence on a measure of the longest texts under both storages. */
function dearer(rows: readonly Row[], measure: string, what: string): string[] {
  const [extended, external] = [longest(rows, 'EXTENDED'), longest(rows, 'EXTERNAL')];
  if (!extended || !external) return [];
  /** The time of a row. */
  const timeOf = (row: Row) => duration(Number(row[measure]));
  return [
    `${what} of ${count(Number(extended.len_avg))} characters takes ${timeOf(extended)} under EXTENDED and ` +
      `${timeOf(external)} under EXTERNAL, as modelled.`,
  ];
}

/** Sentences on what an aggregate costs for the longest texts under both storages, and on what it has to read. */
function aggregatesFound(rows: readonly Row[]): string[] {
  const said = STORAGES.flatMap(({ value, name }) => {
    const row = longest(rows, value);
    return row
      ? `${name} ${count(Number(row.aggregate_buffers))} buffers and ${duration(Number(row.aggregate_ms))}`
      : [];
  });
  const [row] = rows;
  if (!row || said.length < STORAGES.length) return [];
  const { needs } = AGGREGATES.find(({ sql }) => sql === row.aggregate) ?? { needs: '' };
  return [`${String(row.aggregate)} of the longest texts, as modelled: ${said.join('; ')}.`, needs];
}

/** What is to be said of toast_tuple_target. */
function targetsFound(): string[] {
  return [
    'A lower target changes nothing below 2,032 bytes: whether TOAST begins is decided by ' +
      'TOAST_TUPLE_THRESHOLD, which is fixed; toast_tuple_target only says when it may stop. ' +
      'A higher one keeps rows up to its size as they are.',
  ];
}

const CHARTS: readonly Chart[] = [
  {
    id: 'size',
    title: 'Bytes per row',
    about:
      'Heap, TOAST table and its index by the number of rows. Up to the threshold a row grows with its text; above it the compressed text is nearly nothing, and the uncompressed one goes to chunks.',
    shape: 'lines',
    part: (row) => row.part === 'storage',
    across,
    series,
    measures: [bytesPerRow],
    findings: sizesFound,
  },
  {
    id: 'load',
    title: 'Loading, one row of many and one by itself',
    about: 'What an INSERT of all rows takes for each of them, and what one more row takes.',
    shape: 'lines',
    part: (row) => row.part === 'storage',
    across,
    series,
    measures: [
      { ...TIME, id: 'load_ms', title: 'Time per row' },
      { ...TIME, id: 'insert_ms', title: 'Time of one more' },
      { ...LOG, id: 'load_wal_bytes', title: 'Log per row' },
      { ...BUFFERS, id: 'insert_buffers', title: 'Buffers of one more' },
    ],
    findings: (rows) => dearer(rows, 'insert_ms', 'One more row'),
  },
  {
    id: 'substring',
    title: 'A substring',
    about:
      'substring(val, …, 100) of one row by its primary key, from the first character and from the middle. In UTF-8 the server fetches four bytes for each character up to the last one wanted, so that only what is near the beginning is cheap under EXTERNAL.',
    shape: 'lines',
    part: (row) => row.part === 'storage',
    across,
    series,
    measures: [
      { ...TIME, id: 'first_ms', title: 'Time, first 100' },
      { ...TIME, id: 'middle_ms', title: 'Time, middle 100' },
      { ...BUFFERS, id: 'first_buffers', title: 'Buffers, first 100' },
      { ...BUFFERS, id: 'middle_buffers', title: 'Buffers, middle 100' },
    ],
    findings: (rows) => dearer(rows, 'middle_ms', 'A substring from the middle'),
  },
  {
    id: 'aggregate',
    title: 'An aggregate over all rows',
    about:
      'One statement over the whole table: the sum of the narrow column, and of the wide one its length in bytes, its length in characters, its greatest. The first two leave the texts where they are.',
    shape: 'lines',
    part: (row) => row.part === 'aggregate',
    across,
    series,
    only: { id: 'aggregate', title: 'Aggregate', said: String },
    measures: [
      { ...TIME, id: 'aggregate_ms' },
      { ...BUFFERS, id: 'aggregate_buffers' },
    ],
    findings: aggregatesFound,
  },
  {
    id: 'target',
    title: 'toast_tuple_target',
    about: 'The same texts, EXTENDED, with other targets.',
    shape: 'lines',
    part: (row) => row.part === 'target' || (row.part === 'storage' && row.setting === 'EXTENDED'),
    across,
    series: {
      id: 'setting',
      all: [
        TARGETS[0]!,
        TARGETS[1]!,
        { value: 'EXTENDED', name: '2,032, the default' },
        TARGETS[2]!,
        TARGETS[3]!,
      ],
    },
    measures: [bytesPerRow],
    findings: targetsFound,
  },
];

export const TEXT: Study = {
  id: 'text',
  title: 'Large text',
  about: 'What a long text takes and costs: EXTENDED beside EXTERNAL, up to 16,000 characters',
  question: 'From which length on is a text worth compressing?',
  how: [
    'Tables of texts, each 32 hexadecimal digits repeated, are filled under each storage, measured and dropped: the method of “Large Text in PostgreSQL: Performance and Storage” (R. Lambert, 2020).',
    'Sizes, buffers and log are counted as the server counts them.',
  ],
  parameters: [
    {
      id: 'rows',
      title: 'Rows of each table',
      choices: [100, 500, 2000].map((value) => ({ value, title: count(value) })),
    },
  ],
  shipped: { rows: 2000 },
  columns: [
    ...['part', 'setting', 'base', 'rows', 'len_min', 'len_avg', 'len_max', 'bytes_per_row'],
    ...['load_ms', 'load_wal_bytes', 'insert_ms', 'insert_buffers', 'insert_wal_bytes'],
    ...['first_ms', 'first_buffers', 'middle_ms', 'middle_buffers'],
    ...['aggregate', 'aggregate_ms', 'aggregate_buffers'],
  ],
  jobs,
  takeHome,
  charts: CHARTS,
};
