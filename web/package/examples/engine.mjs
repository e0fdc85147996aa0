// The engine in Node.js: what one value of 5,000 letters becomes, stored in three ways.
//
//   node engine.mjs      where toastscope is installed
import { open } from 'toastscope/engine';

for (const storage of ['PLAIN', 'EXTENDED', 'EXTERNAL']) {
  const database = await open();
  const { errors, statements } = database.run(`
CREATE TABLE t (v text);
ALTER TABLE t ALTER v SET STORAGE ${storage};
INSERT INTO t SELECT repeat('x', 5000);
SELECT pg_column_size(v) AS stored FROM t;`);
  if (errors.length > 0) throw new Error(errors[0]);
  const [[stored]] = statements.at(-1).tables[0].rows;
  const chunks = statements[2].events.filter(({ kind }) => kind === 'chunkCut').length;
  const pages = database.relations().reduce((sum, { bytes }) => sum + bytes / 8192, 0);
  console.log(`${storage.padEnd(8)} ${stored.padStart(5)} bytes, ${chunks} chunks, ${pages} pages`);
  database.close();
}
