// Records what pages show before there is an engine, and keeps it in the sources: what the engine makes of every
// length of the first view's row, and what the strategies lab opens with. With --check it only reports whether the
// recordings are what the engine gives now.
//
//   node scripts/recordings.mjs [FOLDER]      once the modules are built; all of them, or those of a folder of web/src
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Clients, server } from './lib/engine.mjs';
import { fail, root } from './lib/run-program.mjs';
import { load } from './lib/page-modules.mjs';

const source = join(root, 'web', 'src');

/** Records the first view's row, with a value of every length. */
async function row() {
  const { LETTERS, MOST, PLAIN, STORAGES, createTable, insert, sizesQuery } = await load(
    'start/row/sample-values.ts',
  );
  const { pack } = await load('start/row/recorded-row.ts');
  const { readResults } = await load('lessons/psql-output.ts');
  const { run, close } = server();
  run('CREATE EXTENSION IF NOT EXISTS pageinspect;');
  const { chunksOf, rowsOnPage } = await load('start/row/row-bytes.ts');
  /** Stores each length, and keeps what changes from one to the next. */
  const record = (table, letters, storage) => {
    run(createTable(table, storage));
    run(insert(table, letters, `generate_series(1, ${MOST})`));
    const { rows } = readResults(run(sizesQuery(table))).tables.at(-1);
    const lines = rows.map(([length, stored, row, method]) => [+length, +stored, +row, method]);
    checkChunks(table, lines);
    return pack(lines);
  };
  /** Checks that the chunks that the first view draws for a table's rows are those that the engine wrote, by their lengths. */
  const checkChunks = (table, lines) => {
    const head = lines[0][2] - lines[0][1];
    const drawn = lines
      .filter(([, stored, row]) => row - stored !== head)
      .flatMap(([, stored]) => chunksOf(stored));
    const toast = `(SELECT 'pg_toast.pg_toast_' || oid FROM pg_class WHERE relname = '${table}')`;
    const name = readResults(run(`SELECT ${toast} AS name;`)).tables.at(-1).rows[0][0];
    const there = readResults(
      run(`SELECT length(chunk_data), count(*) FROM ${name} GROUP BY 1 ORDER BY 1;`),
    ).tables.at(-1).rows;
    const counts = new Map();
    for (const size of drawn) counts.set(size, (counts.get(size) ?? 0) + 1);
    const own = [...counts].sort(([a], [b]) => a - b).map((pair) => pair.map(String));
    if (JSON.stringify(own) !== JSON.stringify(there)) fail(`Other chunks are drawn for ${table}.`);
  };
  /** Holds how many rows a page has against the engine. */
  const holdRows = () => {
    for (const letters of [1, 10, 126, 127, 500, 1300, 2004]) {
      run(
        `CREATE TABLE filled (v text); INSERT INTO filled SELECT repeat('x', ${letters}) FROM generate_series(1, 300);`,
      );
      const asked = `SELECT count(*), max(lp_len) FROM heap_page_items(get_raw_page('filled', 0));`;
      const [rows, row] = readResults(run(asked)).tables.at(-1).rows[0].map(Number);
      if (rowsOnPage(row) !== rows) fail(`A page holds ${rows} rows of ${row} bytes.`);
      run('DROP TABLE filled;');
    }
  };
  holdRows();
  const recorded = { plain: record('plain', LETTERS[0], PLAIN) };
  for (const letters of LETTERS) {
    for (const storage of STORAGES) {
      const table = `${letters.id}_${storage.id}`;
      recorded[`${letters.id} ${storage.id}`] = record(table, letters, storage);
    }
  }
  close();
  return recorded;
}

/** Records the numbers of the curse that the short way through the lessons ends with. */
async function curse() {
  const { parse } = await load('lessons/parse.ts');
  const { readOutcome } = await load('lessons/outcome.ts');
  const { SHORT_WAY } = await load('lessons/lesson-entry.ts');
  const text = readFileSync(join(source, 'lessons', SHORT_WAY, 'lesson.md'), 'utf8');
  const { run, close } = server();
  run('CREATE EXTENSION IF NOT EXISTS pageinspect;');
  const values = new Map();
  for (const step of parse(text).lesson.steps) readOutcome(step, run(step.sql), values);
  close();
  const [before, after, grown] = ['before', 'after', 'grown'].map((name) => values.get(name));
  return { before, after, grown, rows: values.get('fetched') / values.get('per_row') };
}

/** Records the measurements that the strategies lab opens with. */
async function strategies() {
  const { STRATEGIES } = await load('labs/strategies/strategies.ts');
  const { sweep } = await load('labs/strategies/sweep.ts');
  const { RECORDED_STEP, rowOf } = await load('labs/strategies/recorded.ts');
  const points = [];
  for (const strategy of STRATEGIES) {
    const { run, close } = server();
    for await (const point of sweep(strategy, RECORDED_STEP, run)) if (point) points.push(point);
    close();
  }
  return points.map(rowOf);
}

/**
 * Records the runs that the clients lab opens with: each script with each number of clients, and the lanes of
 * some of them.
 */
async function clients() {
  const { COLUMNS, COUNTS, ROUNDS, SECONDS, rowOf } = await load('labs/clients/rows.ts');
  const { LANES_OF, SHIPPED_MACHINE, packLanes } = await load('labs/clients/shipped.ts');
  const { PRESETS } = await load('labs/clients/scripts.ts');
  const { csvOf } = await load('labs/study/csv.ts');
  const { runs } = await load('engine/clients/run.ts');
  const rows = [];
  const lanes = {};
  for (const work of PRESETS) {
    const asked = {
      work,
      machine: SHIPPED_MACHINE,
      counts: COUNTS,
      rounds: ROUNDS,
      seconds: SECONDS,
    };
    for (const report of runs(Clients, asked)) {
      if (typeof report === 'number') continue;
      rows.push(rowOf(work.id, report));
      if (report.clients === LANES_OF) lanes[work.id] = packLanes(report.spans);
    }
  }
  return { csv: csvOf(COLUMNS, rows), lanes };
}

/** Records how many clients work with texts, by method and by length. */
async function methods() {
  const { ROUNDS, SECONDS } = await load('labs/clients/rows.ts');
  const { BY_LENGTH, BY_METHOD, METHOD_COLUMNS, methodRow } = await load('labs/clients/methods.ts');
  const { TEXT_ACTIONS, LENGTHS, METHODS, workOf } = await load('labs/clients/texts.ts');
  const { SHIPPED_MACHINE } = await load('labs/clients/shipped.ts');
  const { csvOf } = await load('labs/study/csv.ts');
  const { runs } = await load('engine/clients/run.ts');
  const rows = [];
  for (const { value: doing } of TEXT_ACTIONS)
    for (const { value: method } of METHODS)
      for (const letters of LENGTHS) {
        const asked = {
          work: workOf(doing, method, letters),
          machine: SHIPPED_MACHINE,
          counts: [BY_METHOD, BY_LENGTH],
          rounds: ROUNDS,
          seconds: SECONDS,
        };
        for (const report of runs(Clients, asked))
          if (typeof report !== 'number') rows.push(methodRow(doing, method, letters, report));
      }
  return csvOf(METHOD_COLUMNS, rows);
}
let ofClients;
/** The runs of many clients, made once. */
const clientsOnce = () => (ofClients ??= clients());

/** With `heldBy`, that test says whether it is what the engine says now. */
const RECORDINGS = [
  { name: 'start/row/recorded.json', record: row },
  { name: 'start/curse.json', record: curse },
  {
    name: 'labs/strategies/recorded.json',
    record: strategies,
    heldBy: 'labs/strategies/sweep.test.mjs',
  },
  {
    name: 'labs/clients/shipped.csv',
    record: async () => (await clientsOnce()).csv,
    heldBy: 'labs/clients/clients.test.mjs',
  },
  {
    name: 'labs/clients/methods.csv',
    record: methods,
    heldBy: 'labs/clients/clients.test.mjs',
  },
  {
    name: 'labs/clients/lanes.json',
    record: async () => (await clientsOnce()).lanes,
    heldBy: 'labs/clients/clients.test.mjs',
  },
];

const check = process.argv.includes('--check');
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? '';
const stale = [];
for (const { name, record, heldBy } of RECORDINGS) {
  if ((check && heldBy) || !name.startsWith(folder)) continue;
  const file = join(source, name);
  const style = { ...(await resolveConfig(file)), parser: 'json' };
  const made = await record();
  const text = typeof made === 'string' ? made : await format(JSON.stringify(made), style);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (check) stale.push(name);
  else writeFileSync(file, text);
}
if (stale.length > 0) {
  fail(`The engine says something else than ${stale.join(', ')}: node scripts/recordings.mjs`);
}
