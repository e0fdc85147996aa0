// The inspector: everything that has bytes can be opened, and the fields, the bytes and the stage point at the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, open, runSql, serve } from './lib/page.mjs';

const place = serve();

// The pointer of this row, from PostgreSQL 15.18: see engine/client/src/inspect/fields/tests.rs.
const SQL = `CREATE TABLE k (a int, b bigint, c text, d numeric, e jsonb, f int[], g text, h text);
ALTER TABLE k ALTER h SET STORAGE EXTERNAL;
ALTER TABLE k ALTER g SET COMPRESSION pglz;
INSERT INTO k VALUES (1, 2, 'abc', -12345.678, '{"a": 1, "bb": [true, null, "x"]}', '{1,NULL,3}', repeat('abc', 1000), repeat('x', 3000));
CREATE TABLE z (id int PRIMARY KEY, v text COMPRESSION lz4);
INSERT INTO z SELECT i, string_agg(md5(g::text) || ' and so on', ' ') FROM generate_series(1, 3) i, generate_series(1, 100) g GROUP BY i;
CREATE TABLE s (v text);
CREATE INDEX s_v ON s (v);
INSERT INTO s SELECT 'same' FROM generate_series(1, 1000);
VACUUM s;`;

/** Opens the page with some rows; the returned `look` opens a page or an item. */
async function opened(options) {
  const found = await open(place, options);
  await runSql(found.page, SQL);
  const { page } = found;
  /** Opens a page of a relation, or an item on it. */
  const look = async (name, block, item = 0) => {
    await page.evaluate(
      ([name, block, item]) => {
        const { session, selection } = globalThis.toastscope;
        const { oid } = session.timeline.scene.relations.find((r) => r.name === name);
        return selection.open(oid, block, item);
      },
      [name, block, item],
    );
    await page.getByTestId('fields').waitFor();
  };
  const fields = page.getByTestId('fields');
  /** The field with this name. */
  const row = (name) => fields.getByRole('treeitem').filter({ hasText: name }).first();
  return { ...found, look, fields, row, field: page.getByTestId('field') };
}

test('a tuple down to its bits, and its pointer computed', async () => {
  const { page, look, row, field, complaints } = await opened();
  await look('k', 0, 1);
  await row(/^▾tuple 1|tuple 1/).waitFor();
  await row('tuple header').click();
  await page.keyboard.press('ArrowRight');
  await row('t_infomask 0x')
    .or(row(/t_infomask0x/))
    .first()
    .waitFor();
  await page.getByTestId('fields').getByText('t_infomask', { exact: true }).click();
  await field.getByText('HEAP_HASVARWIDTH HEAP_HASEXTERNAL').waitFor();
  assert.match(
    await field.getByRole('img').getAttribute('aria-label'),
    /^16 bits.*: 0000100000000110$/,
  );
  // Up to the header, and closed: then the columns are in view.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('fields').getByText('h', { exact: true }).click();
  const sums = field.getByRole('group');
  for (const step of ['bc 0b 00 00', '0x00000bbc', '3,000 + 4', '3,000 bytes']) {
    await sums.getByText(step, { exact: true }).first().waitFor();
  }
  assert.deepEqual(complaints, []);
});

test('from a row to its value, to a chunk, and back', async () => {
  const { page, look, field } = await opened();
  await look('z', 0, 2);
  await page.getByTestId('fields').getByText('v', { exact: true }).click();
  await field.getByRole('button', { name: 'Open →' }).click();
  const stream = page.getByTestId('stream');
  await stream.getByText('step 1 of').waitFor();
  await stream.getByRole('button', { name: 'Step after' }).click();
  await stream.getByText(/^Copy 11 bytes from 43 back/).waitFor();
  await page.getByRole('button', { name: 'plain', exact: true }).click();
  await page.getByTestId('hex').getByText('c4ca4238').first().waitFor();
  await page.getByRole('navigation', { name: 'The way here' }).getByText('z page 0').click();
  await page.getByRole('heading', { name: 'Page 0 of z' }).waitFor();
});

test('pages of indexes and maps', async () => {
  const { page, look, fields, field } = await opened();
  await look('s_v', 0);
  await fields.getByText('btm_root').waitFor();
  await look('s_v', 1, 2);
  await fields.getByText('posting list', { exact: true }).waitFor();
  await look('s', 0);
  await page.getByRole('button', { name: 'visibility map' }).click();
  await page.getByRole('heading', { name: 'visibility map, page 0 of s' }).waitFor();
  await fields.getByText('map', { exact: true }).click();
  await field.getByText('two bits a page').waitFor();
  await page.getByRole('button', { name: 'free space map' }).click();
  await fields.getByText('fp_next_slot').waitFor();
});

test('hovering a field lights its bytes, and bytes their field', async () => {
  const { page, look, fields, field } = await opened();
  await look('k', 0, 1);
  await fields.getByText('numeric').hover();
  /** The bytes that are highlighted. */
  const range = () => page.evaluate(() => globalThis.toastscope.highlight.range);
  const highlighted = await range();
  assert.deepEqual([highlighted.fork, highlighted.block, highlighted.length], ['main', 0, 9]);
  await page.getByTestId('hex').locator('rect.highlighted').first().waitFor({ state: 'attached' });
  await field.getByText('-12345.678').waitFor();
  // What the stage points at is highlighted here.
  await page.mouse.move(0, 0);
  await page.evaluate(
    (r) => globalThis.toastscope.highlight.show({ ...r, at: r.at - 8 }, 'stage'),
    {
      ...highlighted,
      length: 4,
    },
  );
  await page.locator('[role=treeitem].highlighted').waitFor();
});

test('by keyboard', async () => {
  const { page, look, fields, field } = await opened();
  await look('k', 0, 0);
  await fields.focus();
  await page.keyboard.press('ArrowDown');
  await field.getByText('page header').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await field.getByText('pd_lsn').waitFor();
  await page.keyboard.press('End');
  await field.getByText('tuple 1').waitFor();
  await page.keyboard.press('ArrowLeft');
  const chosen = await fields.getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`[id="${chosen}"]`).getAttribute('aria-selected'), 'true');
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing to say in ${colorScheme}, at 360 px too`, async () => {
    const { page, look, fields, field } = await opened({ colorScheme });
    /** Checks accessibility. */
    const check = (state) => checkAxe(page, state);
    await look('k', 0, 1);
    await fields.getByText('h', { exact: true }).click();
    await check('pointer');
    await page.getByRole('button', { name: 'SQL', exact: true }).click();
    await check('SQL');
    await page.getByRole('button', { name: 'SQL', exact: true }).click();
    await fields.getByText('g', { exact: true }).click();
    await field.getByRole('button', { name: 'Open →' }).click();
    await page.getByTestId('stream').waitFor();
    await check('stream');
    await page.setViewportSize({ width: 360, height: 740 });
    await checkWidth(page);
    await check('stream at 360 px');
  });
}
