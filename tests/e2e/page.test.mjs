// The workbench in a browser, used as a person uses it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkWidth, open, printed, ready, runSql, serve } from './lib/page.mjs';

/** A recorded script or its output. */
const transcript = (file) =>
  readFileSync(fileURLToPath(new URL(`../transcripts/pg15/${file}`, import.meta.url)), 'utf8');

const place = serve();

test('the tutorial prints what psql prints, and its pages are drawn', async () => {
  const { page, complaints } = await open(place);
  await runSql(page, transcript('01-lz4-tutorial.sql'));
  assert.equal(await printed(page), transcript('01-lz4-tutorial.out'));

  /** How many pages a relation has. */
  const pages = (name) =>
    page.locator(`article[data-relation="${name}"]`).getAttribute('data-pages');
  assert.equal(await pages('t1'), '7');
  assert.equal(await pages('pg_toast_16384'), '1500');
  assert.equal(await pages('pg_toast_16389'), '500');
  const chunks = page.locator('article[data-relation="pg_toast_16384"]');
  await chunks.getByText('6,000 chunks').waitFor();

  const row = page.getByTestId('row');
  await row.getByText('compressed with lz4 to 3,936').waitFor();
  assert.equal(await row.getByRole('button', { name: /^Chunk \d/ }).count(), 2);

  // A page is opened by a click, a tuple by another.
  await chunks
    .locator('canvas')
    .last()
    .click({ position: { x: 10, y: 10 } });
  const inspector = page.getByTestId('inspector');
  await inspector.getByRole('heading', { name: /Page \d+ of pg_toast_16384/ }).waitFor();
  assert.equal(await inspector.getByRole('button', { name: /^Item/ }).count(), 4);
  await inspector.getByRole('button', { name: /^Item 2/ }).click();
  await page.getByTestId('field').getByText('2,032 bytes at byte 4128').waitFor();
  const bytes = page.getByTestId('hex').locator('.bytes').first();
  assert.match((await bytes.textContent()).trim(), /^[0-9a-f]{2}( ?[0-9a-f]{2})+/);
  assert.deepEqual(complaints, []);
});

test('a chunk of the row leads to its page', async () => {
  const { page } = await open(place);
  await runSql(
    page,
    `CREATE TABLE t (id int PRIMARY KEY, b text);
ALTER TABLE t ALTER b SET STORAGE EXTERNAL;
INSERT INTO t VALUES (1, 'short'), (2, repeat('x', 5000));`,
  );
  const row = page.getByTestId('row');
  await row.getByRole('button', { name: /^Chunk 2, 1,008 bytes/ }).click();
  await page.getByRole('heading', { name: /Page 0 of pg_toast_/ }).waitFor();
  const field = page.getByTestId('field');
  // The page opens where the pointer is, which would point at one of its fields.
  await page.mouse.move(0, 0);
  await field.getByText('| 2 | 1,008 bytes').waitFor();
  await row.getByRole('button', { name: /t_pkey/ }).click();
  await page.getByRole('heading', { name: 'Page 1 of t_pkey' }).waitFor();
  await field.getByText('2 → (0,2)').waitFor();
});

test('errors are printed where they happened, and the session goes on', async () => {
  const { page } = await open(place);
  await runSql(page, 'SELECT 1;\nSELECT 1/0;\nSELECT 2;');
  const text = await printed(page);
  assert.match(text, /psql:script\.sql:2: ERROR: {2}division by zero\n/);
  assert.match(text, /\n {8}2\n/);
  // What comes after an error's caret begins a line of its own.
  await runSql(page, 'SELECT nope;\nSELECT 3;');
  const output = page.getByTestId('output');
  const caret = await output.locator('.error').last().boundingBox();
  const next = await output.getByText('SELECT 3;').boundingBox();
  assert.ok(next.y >= caret.y + caret.height, 'below the error');
  await page.locator('.cm-failed').first().waitFor();
});

test('a statement can be cancelled while it runs', async () => {
  const { page } = await open(place);
  await page.evaluate(() => {
    void globalThis.toastscope.session.run(
      "CREATE TABLE big (a text);\nINSERT INTO big SELECT repeat(md5(i::text), 200) FROM generate_series(1, 1000000) i;\nSELECT 'not reached';",
    );
  });
  await page.waitForFunction(() => globalThis.toastscope.session.line === 2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ready(page);
  // The statement ended by itself; had it not, the engine would have been ended, and said so.
  const text = await printed(page);
  assert.match(text, /canceling statement due to user request/);
  assert.doesNotMatch(text, /not reached\n \(1 row\)/);
  await runSql(page, 'SELECT count(*) FROM big;');
  assert.match(await printed(page), /\n {5}0\n/);
});

test('a broken engine is started again, and what ran before is run again', async () => {
  const { page } = await open(place);
  await runSql(page, 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (42);');
  await page.evaluate(() => globalThis.toastscope.session.client.breakDown());
  await page.getByRole('alert').getByText('its database is as it was before').waitFor();
  await ready(page);
  await runSql(page, 'SELECT a AS answer FROM t;');
  assert.match(await printed(page), /answer \n-+\n +42/);
});

test('a session survives a reload, and ends with New database', async () => {
  const { page } = await open(place);
  await runSql(page, 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (random() * 1000000);');
  await runSql(page, 'SELECT a, xmin, ctid FROM t;');
  const before = (await printed(page)).split('FROM t;').at(-1);
  await page.reload();
  await page.waitForFunction(() => globalThis.toastscope?.session.timeline.length > 0);
  await ready(page);
  await runSql(page, 'SELECT a, xmin, ctid FROM t;');
  assert.equal((await printed(page)).split('FROM t;').at(-1), before);
  await page.getByRole('button', { name: 'New database' }).click();
  await ready(page);
  await page.getByRole('heading', { name: 'Nothing is stored yet' }).waitFor();
});

test('everything is reached by keyboard', async () => {
  const { page } = await open(place);
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('CREATE TABLE k (a int);\nINSERT INTO k VALUES (7);');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await ready(page);
  await page.keyboard.type('\nSELECT a FROM k;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await ready(page);
  assert.match(await printed(page), /SELECT a FROM k;\n a \n---\n 7\n\(1 row\)/);
  await page.getByRole('slider', { name: 'Pages of k' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Page 0 of k' }).waitFor();
  await page.getByRole('button', { name: /^Item 1/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('fields').getByText('integer').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('inspector').waitFor({ state: 'detached' });
});

test('nothing is wider than a small screen', async () => {
  const { page } = await open(place, { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Run all' }).click();
  await ready(page);
  await checkWidth(page);
});
