// The proposed toasters on the stage: pointers part by part, chunks drawn once with all who read them,
// a document's fields, differences laid over what was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, open, runSql, serve } from './lib/page.mjs';

const place = serve();

const BYTES = `SET toastscope.server = 'toasters';
CREATE TABLE log (id int, data bytea STORAGE EXTERNAL TOASTER bytea_toaster);
INSERT INTO log VALUES (1, repeat('a', 206852)::bytea);
`;
const DOCUMENT = `SET toastscope.server = 'toasters';
CREATE TABLE docs (id int PRIMARY KEY, jb jsonb TOASTER jsonb_toaster);
INSERT INTO docs SELECT 1, jsonb_build_object('key1', 7,
  'key2', (SELECT jsonb_agg(j) FROM generate_series(1, 3000) j), 'key3', 'hello',
  'key4', (SELECT jsonb_agg(md5(j::text)) FROM generate_series(1, 900) j),
  'key5', (SELECT jsonb_agg(0) FROM generate_series(1, 400)));
`;

/** Goes back from the end to the last frame of a kind; what the sentence there says. */
const seek = (page, kind) =>
  page.evaluate((kind) => {
    const { timeline } = globalThis.toastscope.session;
    timeline.seek(timeline.length);
    if (!timeline.jump(kind, -1)) throw new Error(`no frame is ${kind}`);
    return timeline.scene.sentence;
  }, kind);
/** Goes to the end, as the key does: what runs next goes on from there. */
const end = (page) =>
  page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    timeline.go(timeline.length);
  });

/** The `data-` attributes of an element: the numbers that its drawing shows. */
const dataOf = (locator) => locator.evaluate((element) => ({ ...element.dataset }));
/** The bytes of the pointer's part with this role. */
const bytesOf = (page, role) =>
  page.locator(`[data-testid=pointer-bar] [data-role=${role}]`).getAttribute('data-bytes');

/** Opens the page, and runs this SQL. */
async function played(sql, options) {
  const found = await open(place, options);
  await runSql(found.page, sql);
  return found;
}

test('a tail grows beside the pointer, and moves when the row gets too long', async () => {
  const { page, complaints } = await played(
    `${BYTES}SET bytea_toaster.inline_tail = on;
UPDATE log SET data = data || 'wx';
UPDATE log SET data = data || repeat('y', 300)::bytea;`,
  );
  await page.getByTestId('toasted').waitFor();
  assert.equal(await bytesOf(page, 'tail'), '302');
  const shared = page.getByTestId('shared');
  assert.deepEqual(
    (({ owners, shared, rewritten }) => ({ owners, shared, rewritten }))(await dataOf(shared)),
    { owners: '3', shared: '105', rewritten: '0' },
  );
  assert.match(await seek(page, 'tailGrown'), /^300 bytes are put behind the pointer.*has 302/);
  assert.deepEqual((({ tail }) => tail)(await dataOf(page.getByTestId('edit'))), '302');
  await end(page);
  await runSql(page, `UPDATE log SET data = data || repeat('z', 1800)::bytea;`);
  await page.waitForFunction(
    () => document.querySelector('[data-testid=shared]')?.dataset.owners === '4',
  );
  // 206,852 bytes are 104 chunks of 1,988 and one of 100, which is written anew; one is added.
  assert.deepEqual(
    (({ shared, rewritten, added }) => ({ shared, rewritten, added }))(await dataOf(shared)),
    { shared: '104', rewritten: '1', added: '1' },
  );
  await shared.getByText('104 chunks shared by 4 row versions, 1 rewritten, 1 added').waitFor();
  assert.equal(await page.locator('[data-role=tail]').count(), 0);
  assert.match(
    await seek(page, 'tailMoved'),
    /^The tail of 2,102 bytes.*104 chunks of value \d+ stay/,
  );
  await page.getByText('104 stay').waitFor();
  assert.deepEqual(complaints, []);
});

test('chunks are drawn once, with a line from each row version, and each can be opened', async () => {
  const { page } = await played(
    `${BYTES}SET bytea_toaster.inline_tail = off;
UPDATE log SET data = data || 'w';`,
  );
  const shared = page.getByTestId('shared');
  await shared.getByText('104 chunks shared by 2 row versions, 1 rewritten').waitFor();
  const chunks = shared.getByRole('button', { name: /^Chunk/ });
  assert.deepEqual(
    await chunks.evaluateAll((all) => all.map((g) => g.getAttribute('aria-label'))),
    [
      'Chunks 0 to 103, 207,584 bytes, read by row (0,1) and (0,2)',
      'Chunk 104, version 1, 108 bytes, read by row (0,1)',
      'Chunk 104, version 2, 109 bytes, read by row (0,2)',
    ],
  );
  await shared.getByRole('button', { name: 'Row version (0,1), dead' }).waitFor();
  await chunks.last().press('Enter');
  await page.getByTestId('fields').waitFor();
  await page.getByRole('heading', { name: /of pg_toast_/ }).waitFor();
});

test('a document is its keys, and -> lights the one that is read', async () => {
  const { page, complaints } = await played(
    `SET jsonb_toaster.toast_field_arrays = on; ${DOCUMENT}SELECT jb->'key1' FROM docs;`,
  );
  const fields = page.getByTestId('shared');
  await fields.first().waitFor();
  assert.deepEqual(
    (await fields.evaluateAll((all) => all.map((e) => e.dataset.field))).toSorted(),
    ['key2', 'key4'],
  );
  assert.match(await seek(page, 'documentRead'), /key1 stands there, and no chunk is needed/);
  const scene = page.getByTestId('document');
  assert.equal(await scene.locator('[data-read]').count(), 1);
  assert.equal(await scene.locator('[data-read]').getAttribute('data-role'), 'inline');
  assert.equal(await scene.getByText('not touched').count(), 2);

  await runSql(page, `SELECT jb->'key4'->5 FROM docs;`);
  await seek(page, 'chunkRead');
  await scene.getByText('→ key4 → 5').waitFor();
  const { read, chunks } = await dataOf(page.getByTestId('fetch'));
  assert.ok(Number(read) < Number(chunks), `${read} of ${chunks}`);
  assert.equal(await scene.getByText('not touched').count(), 1);
  // The same picture when one comes back to it.
  const before = await page.getByTestId('play').innerHTML();
  await end(page);
  await seek(page, 'chunkRead');
  assert.equal(await page.getByTestId('play').innerHTML(), before);
  assert.deepEqual(complaints, []);
});

test('a difference stands beside the pointer, and is laid over what was fetched', async () => {
  const { page, complaints } = await played(
    `${DOCUMENT}UPDATE docs SET jb = jsonb_set(jb, '{key2,2000}', '5000');
SELECT jb->'key2'->2000 FROM docs;`,
  );
  await page.getByTestId('toasted').getByText('a difference at byte').waitFor();
  const length = Number(await bytesOf(page, 'difference'));
  const [first, last] = /bytes ([\d,]+) to ([\d,]+)\.$/
    .exec(await seek(page, 'differenceApplied'))
    .slice(1)
    .map((n) => Number(n.replace(',', '')));
  assert.equal(last - first + 1, length);
  assert.equal((await dataOf(page.getByTestId('fetch'))).applied, '1');
  await page.getByText(`difference laid over bytes ${first.toLocaleString('en-US')}`).waitFor();
  assert.match(await seek(page, 'differenceKept'), /no chunk is written/);
  assert.equal((await dataOf(page.getByTestId('edit'))).differences, '1');
  assert.deepEqual(complaints, []);
});

test('the inspector opens such a pointer, and both light the same bytes', async () => {
  const { page } = await played(
    `${DOCUMENT}UPDATE docs SET jb = jsonb_set(jb, '{key2,2000}', '5000');`,
  );
  await page.getByRole('button', { name: 'Show on its page' }).click();
  const fields = page.getByTestId('fields');
  await fields.getByText('jb', { exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await fields.getByText('va_toasterdata', { exact: true }).click();
  await page.keyboard.press('ArrowRight');
  /** Goes down to the row of this name and returns it. The list has only the rows that are in view. */
  const below = async (name) => {
    const row = fields.getByRole('treeitem').filter({ hasText: name }).last();
    for (let i = 0; i < 30 && (await row.count()) === 0; i++)
      await page.keyboard.press('ArrowDown');
    return row;
  };
  await (await below(/^▸?\s*key2\s*→/)).click();
  await page.keyboard.press('ArrowRight');
  await (await below(/^\s*difference/)).hover();
  await page.locator('[data-testid=pointer-bar] .highlighted[data-role=difference]').waitFor();
});

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing, and nothing is wider than the page: ${colorScheme}`, async () => {
    const { page } = await played(
      `${DOCUMENT}UPDATE docs SET jb = jsonb_set(jb, '{key2,2000}', '5000');
SELECT jb->'key2'->2000 FROM docs;`,
      { colorScheme, viewport: { width: 390, height: 844 } },
    );
    for (const kind of ['', 'documentRead', 'differenceApplied', 'differenceKept', 'pointerMade']) {
      if (kind) await seek(page, kind);
      else await page.getByTestId('shared').first().waitFor();
      await checkAxe(page, kind, '.stage');
      await checkWidth(page, kind);
    }
  });
