// wal_compression = zstd: the encoder is in the archive lab's module, which is loaded when a script asks for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, printed, ready, runSql, serve } from './lib/page.mjs';

const place = serve();

/** The statements that log a page under a method. */
const update = (method) => `SET wal_compression = ${method};
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE t SET n = n + 1 WHERE id = 1;`;

/** The bytes of log that the plans print. */
const bytes = (text) => [...text.matchAll(/fpi=1 bytes=(\d+)/g)].map((m) => Number(m[1]));

test('pages are squeezed by zstd, also when the steps are run again after a reload', async () => {
  const { page, complaints } = await open(place);
  const archive = [];
  page.on('request', (r) => /archive_bg.*\.wasm/.test(r.url()) && archive.push(r.url()));
  await runSql(
    page,
    `CREATE TABLE t AS SELECT i AS id, 0 AS n, repeat(md5(i::text), 3) AS a FROM generate_series(1, 50) i;
${update('off')}
${update('pglz')}`,
  );
  assert.deepEqual(archive, [], 'the module is not loaded before somebody needs it');
  await runSql(page, update('zstd'));
  const [off, pglz, zstd] = bytes(await printed(page));
  assert.equal(archive.length, 1);
  assert.ok(zstd < pglz && pglz < off, `${zstd} < ${pglz} < ${off}`);
  await page.reload();
  await ready(page);
  await runSql(page, update('zstd'));
  assert.ok(bytes(await printed(page)).at(-1) < pglz);
  assert.deepEqual(complaints, []);
});
