// Your own table: rows are brought, bad ones are named, advice comes from the engine, and all of it can be cancelled.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkAxe, serve, visit } from './lib/page.mjs';

const place = serve();

const folder = mkdtempSync(join(tmpdir(), 'toastscope-advise-'));

/** A file of this name. */
function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Opens the page on the reader's own table. */
async function openTable(options = {}) {
  const opened = await visit(place, { at: '#/your-table', ...options });
  await opened.page.waitForFunction(() => 'yourTable' in globalThis);
  return opened;
}

/** Gives the page these files. */
const bring = (page, paths) => page.getByLabel('Files with your rows').setInputFiles(paths);
/** What the page says it has read. */
const counts = (page) => page.getByTestId('counts').innerText({ timeout: 60_000 });
/** Asks for advice, and waits for it. */
const advice = async (page) => {
  await page.getByRole('button', { name: 'Advise', exact: true }).click();
  const shown = page.getByTestId('advice');
  await shown.waitFor({ timeout: 120_000 });
  return shown;
};

/** Prose of many lengths, which compresses. */
const prose = (rows) =>
  `id,body\n${Array.from({ length: rows }, (_, i) => `${i},${`word ${i % 7} of ${i} `.repeat(i % 400)}`).join('\n')}\n`;

test('a CSV that is pasted is advised on, with its bad line named', async () => {
  const { page, complaints } = await openTable();
  await page.getByLabel('Or paste them').fill(prose(200) + 'only one value\n');
  await page.getByRole('button', { name: 'Read these rows' }).click();
  assert.equal(await counts(page), '200 rows read, 1 row kept aside.');
  const aside = await page.getByTestId('aside').innerText();
  assert.match(aside, /Row at line 202: 1 values where the table has 2 columns/);
  const create = page.getByLabel(/The table for these rows/);
  assert.equal(
    await create.inputValue(),
    'CREATE TABLE your_table (\n  id   integer,\n  body text\n);',
  );
  const shown = await advice(page);
  assert.match(await shown.innerText(), /200 rows measured/);
  const rows = await shown.locator('tbody').first().locator('tr').count();
  assert.ok(rows > 10, `${rows} trials`);
  await page.setViewportSize({ width: 1024, height: 768 });
  const trials = page.getByRole('region', { name: 'The trials as a table' });
  const hidden = await trials.evaluate((table) => table.scrollWidth - table.clientWidth);
  assert.ok(hidden <= 0, `on a projector ${hidden} px of the trials are out of view`);
  const statements = await shown.locator('pre').allInnerTexts();
  for (const sql of statements) assert.match(sql, /^(ALTER TABLE|UPDATE|VACUUM FULL) /);
  await checkAxe(page);
  assert.deepEqual(complaints, []);
});

test('numbers have commas between thousands, and few digits, wherever they stand', async () => {
  const { page } = await openTable();
  await bring(page, file('sizes.csv', prose(800)));
  await counts(page);
  const shown = await advice(page);
  await shown.getByRole('heading', { name: 'Rules of thumb, on these rows' }).waitFor();
  const text = await shown.innerText();
  assert.match(text, /as “|EXTERNAL beside pglz and lz4: .* \d,\d{3} kB/);
  assert.deepEqual(text.match(/\d{4,} (bytes|kB|MB|rows)|\d\.\d MB/g), null);
});

test('a type that is changed refuses what is none, by its line', async () => {
  const { page } = await openTable();
  await bring(page, file('types.csv', `id,body\n1,a\n2x,b\n3,${'c'.repeat(300)}\n`));
  await counts(page);
  const create = page.getByLabel(/The table for these rows/);
  await create.fill('CREATE TABLE mine (id integer, body text);');
  const shown = await advice(page);
  assert.match(await shown.innerText(), /2 rows measured, 1 refused/);
  const aside = await page.getByTestId('aside').innerText();
  assert.match(aside, /Row at line 3: invalid input syntax for type integer: "2x"/);
});

test('documents, dumps and files of bytes are read', async () => {
  const { page } = await openTable();
  const documents = Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({ id: i, text: 'abc '.repeat(i * 20) }),
  );
  await bring(page, file('api.ndjson.gz', gzipSync(`${documents.join('\n')}\n{"broken\n`)));
  assert.equal(await counts(page), '40 rows read, 1 row kept aside.');
  assert.match(await page.getByTestId('aside').innerText(), /line 41/);
  assert.match(await page.getByLabel(/The table for these rows/).inputValue(), /doc jsonb/);
  await bring(page, [file('a.bin', Buffer.alloc(900, 7)), file('b.bin', Buffer.alloc(50, 8))]);
  await page.waitForFunction(() => globalThis.yourTable.read?.seen === 2);
  assert.match(await page.getByLabel(/The table for these rows/).inputValue(), /content bytea/);
  const dump = `CREATE TABLE public.small (id integer NOT NULL);
CREATE TABLE public.notes (id integer NOT NULL, note text);
COPY public.notes (id, note) FROM stdin;
${Array.from({ length: 50 }, (_, i) => `${i}\t${'note '.repeat(i * 20)}`).join('\n')}
\\.
ALTER TABLE ONLY public.notes ADD CONSTRAINT notes_pkey PRIMARY KEY (id);
`;
  await bring(page, file('dump.sql', dump));
  const shown = await advice(page);
  assert.match(await shown.innerText(), /public\.notes on PostgreSQL 15\.18, 50 rows measured/);
});

/** The folder of dumps that PostgreSQL 15 to 18 made. */
const dumps = join(import.meta.dirname, '..', 'dumps');

test('dumps in custom format are read, broken ones named with their place', async () => {
  const { page } = await openTable();
  await bring(page, join(dumps, '17-zstd.dump'));
  let shown = await advice(page);
  assert.match(await shown.innerText(), /"My Shop"\.notes on PostgreSQL 15\.18, 40 rows measured/);
  const archive = readFileSync(join(dumps, '15-gzip.dump'));
  await bring(page, file('no_ending', archive));
  shown = await advice(page);
  assert.match(await shown.innerText(), /40 rows measured/);
  await bring(page, file('cut.dump', archive.subarray(0, 4000)));
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: /byte \d+: the file ends inside what begins here/ }).waitFor();
  await bring(page, file('secret.dump', 'Salted__abcdef'));
  await alert.filter({ hasText: 'byte 0: no dump in custom format' }).waitFor();
});

test('Parquet is read in zstd', async () => {
  const { page } = await openTable();
  await bring(page, join(import.meta.dirname, 'rows-zstd.parquet'));
  assert.equal(await counts(page), '40 rows read, 0 rows kept aside.');
});

test('what a server printed for the script is compared with the engine', async () => {
  const { page, complaints } = await openTable();
  await bring(page, file('prose.csv', prose(40)));
  await counts(page);
  await advice(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save check.sql' }).click();
  const script = readFileSync(await (await saved).path(), 'utf8');
  assert.match(script, /^-- Stores 40 rows in \d+ ways/);
  const trials = [...script.matchAll(/^\\echo @@ (.*)$/gm)].map(([, name]) => name);
  assert.ok(trials.includes('trial 1') && trials.at(-1) === 'end', trials.join());
  // A server that stored one row less, and did not go on.
  const output = '@@ server\n17.4 (Debian)\n@@ encoding\nUTF8\n@@ count\n39\n';
  await page.getByLabel('What psql printed').setInputFiles(file('check.out', output));
  const compared = page.getByTestId('compared');
  await compared.waitFor({ timeout: 60_000 });
  assert.match(
    await compared.innerText(),
    /PostgreSQL 17\.4 and the engine’s 17\.10: 1 line equal, 1 different, \d+ refused by the server/,
  );
  const differs = page.locator('tr.different');
  assert.equal(await differs.innerText(), '\trows\t40\t39\tdiffers');
  await page.getByLabel('What psql printed').setInputFiles(file('old.out', '@@ server\n14.2\n'));
  await page.getByRole('alert').filter({ hasText: 'PostgreSQL 14.2 printed it' }).waitFor();
  await checkAxe(page);
  assert.deepEqual(complaints, []);
});

test('PGlite is loaded when it is asked for, and prints what the engine prints', async () => {
  const { page, complaints } = await openTable();
  const asked = [];
  page.on('request', (request) => {
    if (/pglite/.test(request.url())) asked.push(request.url());
  });
  await bring(page, file('prose.csv', prose(200)));
  await counts(page);
  await advice(page);
  assert.deepEqual(asked, []);
  const button = page.getByRole('button', { name: 'Compare with PGlite' });
  await button.click();
  await page.getByText('Loading PGlite').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
  await button.click();
  const compared = page.getByTestId('compared');
  await compared.waitFor({ timeout: 240_000 });
  assert.ok(asked.some((url) => url.endsWith('.wasm')));
  const [, equal] =
    /PostgreSQL 18\.\d+ and the engine’s 18\.\d+: (\d+) lines equal, 0 different\.$/.exec(
      await compared.innerText(),
    );
  assert.ok(equal > 12, equal);
  assert.match(
    await page.getByTestId('left-out').innerText(),
    /no lz4.*body EXTENDED lz4; body MAIN lz4/,
  );
  await page.getByLabel('Show').selectOption('all lines');
  const lines = page.getByRole('region', { name: 'The lines that were compared' });
  assert.equal(await lines.locator('tbody tr').count(), Number(equal));
  assert.equal(await lines.getByText('lz4').count(), 0);
  await checkAxe(page);
  assert.deepEqual(complaints, []);
});

test('the script that samples a table is saved', async () => {
  const { page } = await openTable();
  await page.getByText('Or sample a table of your server').click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save sample.sql' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  assert.match(text, /TABLESAMPLE :method/);
});

test('what cannot be read is said', async () => {
  const { page } = await openTable();
  for (const [name, content, why] of [
    ['empty.csv', '', /empty\.csv is empty/],
    ['blank.json', '  \n', /nothing in it/],
    ['names.csv', 'id,body\n', /There are names in it, and no rows/],
    ['none.csv', 'id,body\n1\n2\n', /There is no row in it\. Line 2: 1 values/],
    ['not.parquet', 'PAR0 this is none', /Byte 0: no Parquet file/],
    ['plain.csv.gz', 'id,body\n', /byte 0: gzip did not make it/],
    ['nothing.sql', 'SELECT 1;\n', /makes no table/],
    [
      'open.sql',
      "CREATE TABLE t (a text);\nINSERT INTO t VALUES ('a;\n",
      /Line 2: a quote or comment is open/,
    ],
  ]) {
    await bring(page, file(name, content));
    if (name.endsWith('.sql')) {
      await page.getByRole('button', { name: 'Advise', exact: true }).click();
    }
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: why }).waitFor({ timeout: 30_000 });
  }
});

test('reading and advising are cancelled, and go on when asked again', async () => {
  const { page } = await openTable();
  await page.getByRole('button', { name: 'Generate' }).click();
  await counts(page);
  await page.getByRole('button', { name: 'Advise', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
  assert.equal(await page.getByTestId('advice').count(), 0);
  const shown = await advice(page);
  assert.match(await shown.innerText(), /1,000 rows measured/);
});

test('symptoms are found by their words and reckon with one’s own numbers', async () => {
  const { page, complaints } = await visit(place, { at: '#/symptoms' });
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  assert.equal(await page.getByRole('article').count(), 20);
  await page.getByLabel('Search for a word').fill('row is too big');
  assert.equal(await page.getByRole('article').count(), 1);
  await page.getByLabel('Columns out of line').fill('400');
  assert.match(await page.locator('output').innerText(), /7,200 bytes of 8,160: they fit/);
  await page.getByRole('link', { name: 'Too big, in spite of TOAST' }).click();
  await page.waitForURL(/#\/lesson\/too-big/);
  await page.goBack();
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await checkAxe(page);
  assert.deepEqual(complaints, []);
});
