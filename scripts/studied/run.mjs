// What the figures of studies are made from and no lab opens with: run here, kept in web/src/labs/beside/ran.json.
import { archiver, server } from '../lib/engine.mjs';
import { load } from '../lib/page-modules.mjs';

const { costOf, numbersOf } = await load('labs/study/run-statement.ts');

/** The tutorial's values, and where its chunks are. */
const ROWS = 1000;
const TOAST = "(SELECT reltoastrelid FROM pg_class WHERE relname = 't')";

/** Such a table filled: what it took, its chunks, and their relation's size. */
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

const SETUP = [
  'CREATE TABLE test (jb jsonb);',
  'ALTER TABLE test ALTER COLUMN jb SET STORAGE EXTERNAL;',
  `INSERT INTO test SELECT jsonb_build_object('id', i, 'foo',
    (select jsonb_agg(0) from generate_series(1, 1960/12))) jb FROM generate_series(1, 10000) i;`,
];
const READ = "SELECT jb->'id' FROM test";

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
  const short = ({ buffers, time }) => ({ buffers, ms: time });
  return { before: short(before), after: short(after), pages };
}

/** The shortest and the longest of the talk's hundred documents, stored. */
async function documents() {
  const { run, close } = server();
  const array = (power) =>
    `(SELECT jsonb_agg(0) FROM generate_series(1, pow(10, ${power} + 5.0 * i / 100.0)::int))`;
  await run('CREATE TABLE test_toast (id int, jb jsonb);');
  await run(
    `INSERT INTO test_toast SELECT i, jsonb_build_object('key1', i, 'key2', ${array(1)}, 'key3', i, 'key4', ${array(0)}) FROM generate_series(1, 100, 99) i;`,
  );
  const stored = (id) =>
    numbersOf(run, `SELECT pg_column_size(jb) FROM test_toast WHERE id = ${id};`);
  const [short, long] = [...(await stored(1)), ...(await stored(100))];
  close();
  return { short, long };
}

/** The study's files have 16 MB. */
const SEGMENT = 16 << 20;

/** The log of pgbench's TPC-B, as the archive lab writes it. */
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

async function archived() {
  const { WORKLOADS } = await load('labs/archive/workloads.ts');
  const { PROGRAMS } = await load('labs/beside/archive.ts');
  const archive = await archiver();
  const size = (method, level, bytes) => archive.compress(method, level, undefined, bytes).length;
  const [plain, inside] = [log(WORKLOADS[0], 'off'), log(WORKLOADS[0], 'pglz')];
  const one = plain.subarray(0, SEGMENT);
  return {
    plain: plain.length,
    inside: inside.length,
    segment: one.length,
    packed: Object.fromEntries(
      PROGRAMS.map(({ method, level }) => [`${method}-${level}`, size(method, level, one)]),
    ),
    xz: { plain: size('xz', 2, plain), inside: size('xz', 2, inside) },
  };
}

export const ran = async () => ({
  tutorial: { pglz: await filled('pglz'), lz4: await filled('lz4') },
  curse: await curse(),
  documents: await documents(),
  archive: await archived(),
});
