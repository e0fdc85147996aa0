// Compression by kind of data: what pglz and lz4 save against no compression, and what that costs to write, to read
// and to work with; and what zstd and lz4 HC would save.
import { count, percent, size } from '../../layout/format';
import { costOf, runOrThrow, numbersOf, type Run } from '../study/run-statement';
import {
  PROPOSED,
  type Cell,
  type Chart,
  type Job,
  type StudyInput,
  type OwnFile,
  type Proposed,
  type Row,
  type Series,
  type Study,
} from '../study/study';
import { BUFFERS, LOG, TIME, duration, figures } from '../study/number-format';
import { KINDS, valueOf } from './kinds/kinds';
import { literalOf, textOf } from './literal';

const METHODS: readonly Series[] = [
  { value: 'none', name: 'none (EXTERNAL)' },
  { value: 'pglz', name: 'pglz' },
  { value: 'lz4', name: 'lz4' },
];
const PROPOSALS: readonly (Series & { value: Proposed })[] = [
  { value: 'zstd', name: 'zstd', proposal: true },
  { value: 'lz4hc', name: 'lz4 HC', proposal: true },
];
/** What chunks have before a compressed stream: the method with the raw size. Bytes. */
const METHOD = 4;

/** What is done to all values of a table, in this order. `read` looks at a byte of each, and has it decompressed. */
const OPERATIONS = [
  ['read', () => "SELECT count(*) FROM docs WHERE v > ''"],
  ['search', () => "SELECT count(*) FROM docs WHERE v LIKE '%toastscope%'"],
  ['substring', () => 'SELECT count(substr(v, 1000, 100)) FROM docs'],
  ['md5', () => 'SELECT count(md5(v)) FROM docs'],
  ['append', () => "UPDATE docs SET v = v || 'x'"],
] as const;

const SAID: Readonly<Record<string, string>> = {
  insert: 'INSERT',
  read: 'SELECT',
  search: 'LIKE',
  substring: 'substr',
  md5: 'md5',
  append: 'UPDATE by ||',
};

interface Data {
  kind: string;
  /** Functions that each make one value. They are called one after the other, since each takes its time. */
  values: readonly (() => Uint8Array)[];
  /** Whether they are text; else bytea. */
  text: boolean;
}

/** The statements that make the table of a method. */
function table(type: string, method: string): string[] {
  return [
    `CREATE TABLE docs (id int, v ${type}${method === 'none' ? '' : ` COMPRESSION ${method}`});`,
    ...(method === 'none' ? ['ALTER TABLE docs ALTER COLUMN v SET STORAGE EXTERNAL;'] : []),
  ];
}

/** Lets the page draw. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Measures one kind of data under each method. */
async function* measured(
  run: Run,
  { kind, values: made, text }: Data,
  proposed: StudyInput['proposed'],
) {
  const values: Uint8Array[] = [];
  const literals: string[] = [];
  for (const [i, make] of made.entries()) {
    const value = make();
    values.push(value);
    literals.push(`(${i}, ${literalOf(value, text)})`);
    await pause();
  }
  const raw = values.reduce((sum, value) => sum + value.length, 0);
  const rows = literals.join(',\n');
  /** A row of the results. */
  const row = (method: string, operation: string, rest: Record<string, Cell>): Row => ({
    ...{ kind, method, operation, values: values.length, raw_bytes: raw },
    ...rest,
  });
  for (const { value: method } of METHODS) {
    for (const statement of table(text ? 'text' : 'bytea', method))
      await runOrThrow(run, statement);
    const insert = await costOf(run, `INSERT INTO docs VALUES ${rows}`);
    const [stored = 0, all = 0] = await numbersOf(
      run,
      "SELECT sum(pg_column_size(v)), pg_table_size('docs') FROM docs;",
    );
    /** The cells of a cost. */
    const cost = ({ buffers, walBytes, time }: typeof insert) => ({
      buffers,
      wal_bytes: walBytes,
      modelled_ms: time,
    });
    yield row(method, 'insert', {
      ...{ stored_bytes: stored, table_bytes: all, ratio: raw / stored },
      ...cost(insert),
    });
    for (const [operation, sql] of OPERATIONS)
      yield row(method, operation, cost(await costOf(run, sql())));
    await runOrThrow(run, 'DROP TABLE docs;');
  }
  for (const { value: method } of PROPOSALS) {
    let stored = 0;
    for (const value of values)
      stored += Math.min(METHOD + (await proposed(method, value)), value.length);
    yield row(method, 'insert', { stored_bytes: stored, ratio: raw / stored });
  }
}

/** Steps of a job: each method's INSERT and what follows it, then the proposals' sizes. */
const STEPS = METHODS.length * (1 + OPERATIONS.length) + PROPOSALS.length;

/** A file of the reader's as a kind of data. */
function own({ name, bytes }: OwnFile): Data {
  // A name is a field of a file of commas.
  return {
    kind: name.replaceAll(/[",\n]/g, '_'),
    values: [() => bytes],
    text: textOf(bytes) !== null,
  };
}

/** What is measured: each kind of data, and each file. */
function jobs({ values, files, proposed }: StudyInput): Job[] {
  const [bytes, all] = [values.bytes ?? 0, values.all ?? 0];
  const made = KINDS.map((kind, k): Data => {
    const seeds = Array.from({ length: Math.ceil(all / bytes) }, (_, i) => 1000 * (k + 1) + i);
    const values = seeds.map((seed) => () => valueOf(kind, bytes, seed));
    return { kind: kind.id, values, text: kind.text };
  });
  return [...files.map(own), ...made].map((data, i) => ({
    name: data.kind,
    steps: STEPS,
    sample: i === 0 || data.kind === 'JPEG',
    measure: (run) => measured(run, data, proposed),
  }));
}

/** The mean of some numbers. */
const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** What either method saves, and how much longer pglz takes to write. */
function takeHome(rows: readonly Row[]): string {
  /** The rows of inserting by a method. */
  const inserts = (method: string) =>
    rows.filter((row) => row.operation === 'insert' && row.method === method);
  const [pglz, lz4] = [inserts('pglz'), inserts('lz4')];
  if (pglz.length === 0 || lz4.length < pglz.length) return '';
  /** The mean ratio of some rows, as text. */
  const ratio = (group: readonly Row[]) => figures(mean(group.map((row) => Number(row.ratio))));
  /** The modelled time of some rows. */
  const time = (group: readonly Row[]) =>
    group.reduce((sum, row) => sum + Number(row.modelled_ms), 0);
  return (
    `lz4 saves nearly as much as pglz, ${ratio(lz4)} to 1 against ${ratio(pglz)} to 1 on average over ${count(pglz.length)} ` +
    `kinds of data, and its INSERT takes ${percent(time(lz4) / time(pglz))} of pglz’s time, as modelled. ` +
    'What is compressed already gains nothing by either.'
  );
}

/** Sentences on what each method saves on average over the kinds, and on what pglz leaves uncompressed. */
function sizesFound(rows: readonly Row[]): string[] {
  /** The ratios of a method. */
  const ratiosOf = (method: string) =>
    rows.filter((row) => row.method === method).map((row) => Number(row.ratio));
  const [pglz, lz4, zstd, lz4hc] = [
    ratiosOf('pglz'),
    ratiosOf('lz4'),
    ratiosOf('zstd'),
    ratiosOf('lz4hc'),
  ];
  if (zstd.length === 0) return [];
  const unsaved = rows.filter((row) => row.method === 'pglz' && Number(row.ratio) < 1.01);
  return [
    `On average over these kinds pglz makes ${figures(mean(pglz))} to 1, lz4 ${figures(mean(lz4))} to 1; zstd would make ${figures(mean(zstd))} to 1, lz4 HC ${figures(mean(lz4hc))} to 1.`,
    ...(unsaved.length > 0
      ? [
          `pglz leaves as it is what it would not make a quarter smaller: ${unsaved.map((row) => row.kind).join(', ')}. lz4 keeps whatever is smaller at all. Both have tried by then.`,
        ]
      : []),
  ];
}

/**
 * Sentences on how long the statements take over all kinds, and on what trying to compress costs where nothing
 * is saved.
 */
function costsFound(rows: readonly Row[]): string[] {
  /** The modelled time of a method. */
  const sum = (method: string, of = rows) =>
    of
      .filter((row) => row.method === method)
      .reduce((all, row) => all + Number(row.modelled_ms), 0);
  const [none, pglz, lz4] = [sum('none'), sum('pglz'), sum('lz4')];
  const said = [
    `Over all kinds, as modelled: ${duration(none)} uncompressed, ${duration(pglz)} with pglz, ${duration(lz4)} with lz4.`,
  ];
  const vain = rows.filter((row) => row.kind === 'JPEG' && row.operation === 'insert');
  if (vain.length > 0) {
    /** How much longer a method takes where it saves nothing. */
    const more = (method: string) => duration(Math.max(0, sum(method, vain) - sum('none', vain)));
    said.push(
      `The price of trying: on what is compressed already pglz spends ${more('pglz')} for nothing, and lz4 ${more('lz4')}.`,
    );
  }
  return said;
}

const across = {
  id: 'kind',
  title: 'Kind of data',
  unit: 'made by rule',
  said: (value: Cell) => String(value),
};

const CHARTS: readonly Chart[] = [
  {
    id: 'size',
    title: 'Size by kind of data',
    about:
      'Bytes of the values by their bytes as stored (pg_column_size), and the table with its chunks (pg_table_size).',
    shape: 'bars',
    part: (row) => row.operation === 'insert',
    across,
    series: { id: 'method', all: [...METHODS, ...PROPOSALS] },
    measures: [
      {
        id: 'ratio',
        title: 'Ratio',
        unit: 'raw bytes by stored bytes',
        said: (n) => `${n.toPrecision(3)} : 1`,
        tick: figures,
      },
      { id: 'stored_bytes', title: 'Stored', unit: 'bytes', said: size, tick: size },
      { id: 'table_bytes', title: 'Table', unit: 'bytes', said: size, tick: size },
    ],
    findings: sizesFound,
  },
  {
    id: 'cost',
    title: 'Cost by kind of data',
    about:
      'What one statement over all values takes: writing them, reading them whole, searching them, 100 characters from the thousandth on, a hash, and appending a byte to each.',
    shape: 'bars',
    part: (row) => !(String(row.method) in PROPOSED),
    across,
    series: { id: 'method', all: METHODS },
    only: { id: 'operation', title: 'Statement', said: (value) => SAID[String(value)] ?? '' },
    measures: [TIME, BUFFERS, LOG],
    findings: costsFound,
  },
];

export const COMPRESSION: Study = {
  id: 'compression',
  title: 'Compression',
  about: 'pglz and lz4 against no compression, by kind of data: size, and cost of each statement',
  question: 'What does compression save, and what does it cost?',
  how: [
    'Values of ten kinds are stored uncompressed, by pglz and by lz4: the method of “What is the new LZ4 TOAST compression in PostgreSQL 14” (Fujitsu, 2021). The kinds are made by rule and stand for its corpus.',
    'zstd and lz4 HC (level 9), which the study hopes for, are only sized: no column can name them.',
  ],
  parameters: [
    {
      id: 'bytes',
      title: 'Bytes of a value',
      choices: [4096, 65_536, 1 << 20].map((value) => ({ value, title: size(value) })),
    },
    {
      id: 'all',
      title: 'Bytes of a kind',
      choices: [1 << 18, 1 << 20, 4 << 20].map((value) => ({ value, title: size(value) })),
    },
  ],
  shipped: { bytes: 65_536, all: 1 << 20 },
  takes: 'Files of your own, each a value',
  columns: [
    ...['kind', 'method', 'operation', 'values', 'raw_bytes', 'stored_bytes', 'table_bytes'],
    ...['ratio', 'buffers', 'wal_bytes', 'modelled_ms'],
  ],
  jobs,
  takeHome,
  charts: CHARTS,
};
