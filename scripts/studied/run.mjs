// Runs the statements behind those figures of the studies that no lab opens with. The results are
// kept in web/src/labs/beside/ran.json.
import { archiver, memoryOf, server } from '../lib/engine.mjs';
import { load } from '../lib/page-modules.mjs';

const { costOf, numbersOf, tableOf, explained } = await load('labs/study/run-statement.ts');
const { readResults } = await load('lessons/psql-output.ts');

/** The tutorial's values, and where its chunks are. */
const ROWS = 1000;
const TOAST = "(SELECT reltoastrelid FROM pg_class WHERE relname = 't')";

/**
 * Fills a table whose texts are compressed by this method: the cost of the INSERT, the size of the TOAST
 * relation, and its chunks.
 */
async function filled(method) {
  const { run, close } = server();
  await run(`CREATE TABLE t (a text COMPRESSION ${method});`);
  const cost = await costOf(
    run,
    `INSERT INTO t(a) SELECT lpad('a', 1000000, 'a') FROM generate_series(1, ${ROWS})`,
  );
  const [bytes] = await numbersOf(run, `SELECT pg_relation_size(${TOAST});`);
  const [chunks] = await numbersOf(run, `SELECT sum(ceil((pg_column_size(a)) / 1996.0)) FROM t;`);
  close();
  return { ms: cost.time, bytes, chunks };
}

/** The OIDs and names of the TOAST relations of two tables. */
async function toastRelations() {
  const { run, close } = server();
  await run('CREATE TABLE t1 (a text);');
  await run('CREATE TABLE t2 (a text COMPRESSION lz4);');
  const { rows } = await tableOf(
    run,
    `SELECT oid, relname FROM pg_class
      WHERE oid IN (SELECT reltoastrelid FROM pg_class WHERE relname IN ('t1', 't2'));`,
  );
  close();
  return rows.map((cells) => cells.join(' '));
}

/** The compression methods of two rows, inserted before and after their column gets another method. */
async function altered() {
  const { run, close } = server();
  await run("SET default_toast_compression = 'lz4';");
  await run(
    'CREATE TABLE tbl (id int, col1 text COMPRESSION pglz, col2 text COMPRESSION lz4, col3 text);',
  );
  /** The statement that inserts a row. */
  const row = (id) =>
    `INSERT INTO tbl VALUES (${id}, repeat('abc', 1000), repeat('abc', 1000), repeat('abc', 1000));`;
  await run(row(1));
  await run('ALTER TABLE tbl ALTER COLUMN col1 SET COMPRESSION lz4;');
  await run(row(2));
  const { rows } = await tableOf(
    run,
    `SELECT ${['col1', 'col2', 'col3'].map((name) => `pg_column_compression(${name})`).join(', ')} FROM tbl;`,
  );
  close();
  return rows.map((cells) => cells.join(', '));
}

const SETUP = [
  'CREATE TABLE test (jb jsonb);',
  'ALTER TABLE test ALTER COLUMN jb SET STORAGE EXTERNAL;',
  `INSERT INTO test SELECT jsonb_build_object('id', i, 'foo',
    (select jsonb_agg(0) from generate_series(1, 1960/12))) jb FROM generate_series(1, 10000) i;`,
];
const READ = "SELECT jb->'id' FROM test";

/** What the lesson on the curse of TOAST measures: a scan's cost before and after the update, and the table's pages. */
async function curse() {
  const { run, close } = server();
  for (const statement of SETUP) await run(statement);
  await run(`${READ};`);
  const before = await costOf(run, READ);
  await run(`UPDATE test SET jb = jb || '{"bar": "baz"}';`);
  await run('VACUUM FULL test;');
  await run(`${READ};`);
  const after = await costOf(run, READ);
  const [pages] = await numbersOf(run, "SELECT pg_relation_size('test') / 8192;");
  close();
  /** The figures that are kept of a cost. */
  const short = ({ buffers, time }) => ({ buffers, ms: time });
  return { before: short(before), after: short(after), pages };
}

/**
 * Appends one byte to a value of 100 MB: what EXPLAIN prints for the whole statement and for its scan, and the
 * table's size before and after.
 */
async function appended(column, setUp) {
  const { run, close } = server();
  for (const statement of setUp) await run(statement);
  await run(`CREATE TABLE test (data bytea ${column});`);
  if (!column) await run('ALTER TABLE test ALTER COLUMN data SET STORAGE EXTERNAL;');
  await run("INSERT INTO test SELECT repeat('a', 100000000)::bytea data;");
  const update = "UPDATE test SET data = data || 'x'::bytea";
  // With the toaster the first append makes a value that can be appended to.
  if (column) await run(`${update};`);
  /** The size of the table. */
  const bytes = () => numbersOf(run, "SELECT pg_table_size('test');");
  const [before] = await bytes();
  const printed = await run(explained(update));
  const [after] = await bytes();
  close();
  const { dirtied, written } = readResults(printed).plans.at(-1).buffers;
  const scan = Number(/Seq Scan[^]*?shared hit=(\d+)/.exec(printed)?.[1]);
  return { before, after, dirtied, written, scan };
}

/** The share of texts of a base length that is compressed. */
async function compressed(base) {
  const { run, close } = server();
  await run('CREATE TABLE t (val text);');
  await run('SELECT setseed(0.5);');
  await run(
    `INSERT INTO t SELECT repeat(md5(random()::text), ${base} + ceil(random() * 25)::int) FROM generate_series(1, 2000);`,
  );
  const [part] = await numbersOf(
    run,
    'SELECT avg((pg_column_compression(val) IS NOT NULL)::int) FROM t;',
  );
  close();
  return part;
}

/**
 * Measures the shortest and the longest of the talk's hundred documents: their size as stored and in memory,
 * and the elements of their arrays.
 */
async function documents() {
  const { run, close } = server();
  /** SQL that makes an array of 10 to this power elements, and of more the greater the document's `i`. */
  const array = (power) =>
    `(SELECT jsonb_agg(0) FROM generate_series(1, pow(10, ${power} + 5.0 * i / 100.0)::int))`;
  await run('CREATE TABLE test_toast (id int, jb jsonb);');
  await run(
    `INSERT INTO test_toast SELECT i, jsonb_build_object('key1', i, 'key2', ${array(1)}, 'key3', i, 'key4', ${array(0)}) FROM generate_series(1, 100, 99) i;`,
  );
  /** How many bytes a document takes. */
  const stored = (id) =>
    numbersOf(run, `SELECT pg_column_size(jb) FROM test_toast WHERE id = ${id};`);
  const [short, long] = [...(await stored(1)), ...(await stored(100))];
  const [raw] = await numbersOf(
    run,
    "SELECT pg_column_size(jb || '{}') FROM test_toast WHERE id = 100;",
  );
  /** How many elements the arrays have. */
  const elements = (key) =>
    Promise.all(
      [1, 100].map(async (id) => {
        const sql = `SELECT jsonb_array_length(jb->'${key}') FROM test_toast WHERE id = ${id};`;
        return (await numbersOf(run, sql))[0];
      }),
    );
  const [key2, key4] = [await elements('key2'), await elements('key4')];
  close();
  return { short, long, raw, key2, key4 };
}

/** The study's files have 16 MB. */
const SEGMENT = 16 << 20;

/** The log that pgbench's TPC-B writes, with this `wal_compression`. */
function log(workload, compression) {
  const { run, close, log: written } = server(true);
  run(`SET wal_compression = '${compression}';`);
  for (const line of workload.setup()) run(line);
  run('SELECT pg_switch_wal();');
  const before = written().map(({ name }) => name);
  for (const line of workload.lines()) run(line);
  const files = written().filter(({ name }) => !before.includes(name));
  close();
  return Buffer.concat(files.map(({ bytes }) => bytes));
}

/** Writes the log of the archive lab's first workload and compresses it: the sizes by program and level. */
async function archived() {
  const { WORKLOADS } = await load('labs/archive/workloads.ts');
  const { LEVELS } = await load('labs/beside/archive.ts');
  const archive = await archiver();
  /** The bytes that a program makes of some. */
  const size = (method, level, bytes) => archive.compress(method, level, undefined, bytes).length;
  const [plain, inside] = [log(WORKLOADS[0], 'off'), log(WORKLOADS[0], 'pglz')];
  const one = plain.subarray(0, SEGMENT);
  return {
    plain: plain.length,
    inside: inside.length,
    segment: one.length,
    packed: Object.fromEntries(
      LEVELS.map(({ method, level }) => [`${method}-${level}`, size(method, level, one)]),
    ),
    memory: await memoryOf({ method: 'bzip2', level: 4, plain: one }),
    xz: { plain: size('xz', 2, plain), inside: size('xz', 2, inside) },
  };
}

/** Runs all of it and returns the content of `ran.json`. */
export const ran = async () => ({
  tutorial: { pglz: await filled('pglz'), lz4: await filled('lz4') },
  toasts: await toastRelations(),
  altered: await altered(),
  curse: await curse(),
  documents: await documents(),
  append: {
    today: await appended('', []),
    toaster: await appended('STORAGE EXTERNAL TOASTER bytea_toaster', [
      'CREATE EXTENSION bytea_toaster;',
    ]),
  },
  compressed: Object.fromEntries(
    await Promise.all([35, 40, 45, 65].map(async (base) => [base, await compressed(base)])),
  ),
  archive: await archived(),
});
