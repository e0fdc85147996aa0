// node tests/bench/pglite.mjs SCRIPT.sql: runs a script's SQL in PGlite, in memory, and prints how long
// it took in seconds (the database already started) and which statements it could not run: it knows no
// psql commands, no pageinspect, and may lack lz4.
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const sql = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('\\'))
  .join('\n');
// The scripts have no semicolons inside strings.
const statements = sql.split(/;\s*(?:--.*)?\n/).filter((s) => s.trim());
const database = await PGlite.create('memory://');
const failed = [];
const start = performance.now();
for (const statement of statements) {
  try {
    await database.exec(statement);
  } catch (error) {
    failed.push(error.message);
  }
}
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ seconds, failed }));
await database.close();
