// node tests/bench/pglite.mjs SCRIPT.sql: runs a script's SQL in PGlite, in memory, and prints how long
// it took in seconds (the database already started) and which statements it could not run: it knows no
// psql commands, and lz4 is not compiled in.
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect';
import { pg_walinspect } from '@electric-sql/pglite/contrib/pg_walinspect';

const sql = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('\\'))
  .join('\n');
// The scripts have no semicolons inside strings.
const statements = sql.split(/;\s*(?:--.*)?\n/).filter((s) => s.trim());
const database = await PGlite.create('memory://', { extensions: { pageinspect, pg_walinspect } });
await database.exec('CREATE EXTENSION pageinspect; CREATE EXTENSION pg_walinspect;');

// Its tables get other OIDs than on a fresh server, and TOAST tables are named after them: the first one that a
// script names is the first one there is.
const named = [...new Set(sql.match(/(?<=pg_toast_)\d+/g))].map(Number).sort((a, b) => a - b);
/** The statement with the names that this database gave its TOAST tables. */
async function withOwnNames(statement) {
  if (!/pg_toast_\d/.test(statement)) return statement;
  const { rows } = await database.query(
    "SELECT substr(relname, 10) AS oid FROM pg_class WHERE relkind = 't' AND oid >= 16384 ORDER BY oid",
  );
  return statement.replaceAll(
    /(?<=pg_toast_)\d+/g,
    (oid) => rows[named.indexOf(Number(oid))]?.oid ?? oid,
  );
}

const failed = [];
let milliseconds = 0;
for (const statement of statements) {
  const own = await withOwnNames(statement);
  const start = performance.now();
  try {
    await database.exec(own);
  } catch (error) {
    const first = statement.split('\n').find((line) => line && !line.startsWith('--'));
    failed.push({ statement: first ?? statement, why: error.message });
  }
  milliseconds += performance.now() - start;
}
const seconds = milliseconds / 1000;
console.log(JSON.stringify({ seconds, statements: statements.length, failed }));
await database.close();
