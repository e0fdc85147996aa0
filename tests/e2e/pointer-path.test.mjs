// The way from a pointer to its bytes: number, index entry, chunk, page; highlighted from either end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, open, runSql, serve } from './lib/page.mjs';

const place = serve();

const SQL = `CREATE TABLE t (id int, b text);
ALTER TABLE t ALTER b SET STORAGE EXTERNAL;
INSERT INTO t VALUES (1, repeat('x', 5000));`;

test('the four numbers of a pointer lead to its chunks, and the chunks back to them', async () => {
  const { page, complaints } = await open(place);
  await runSql(page, SQL);
  const row = page.getByTestId('row');
  const numbers = row.getByRole('group', { name: 'The four numbers of the pointer in b' });
  const says = row.getByRole('status');
  const ways = page.getByTestId('way-lines').locator('path');
  /** The button of a number of the pointer. */
  const number = (name) => numbers.getByRole('button', { name });
  /** How many chunks are highlighted. */
  const highlighted = () => row.locator('.chunk.highlighted').count();

  await number('va_valueid').hover();
  await says
    .getByText(/^\(\d+, 0\): item 1 of page 1 of pg_toast_\d+_index → item 1 of page 0/)
    .waitFor();
  assert.equal(await highlighted(), 3);
  assert.equal(await ways.count(), 5);
  await number('va_extinfo').hover();
  await says.getByText('va_extinfo: 1,996 + 1,996 + 1,008 = 5,000 bytes stored.').waitFor();
  await number('va_rawsize').hover();
  await says.getByText('the 5,000 in chunks and a header of 4 make 5,004 bytes').waitFor();

  // Back: a chunk, by keyboard, and the page that it is on.
  await page.mouse.move(0, 0);
  const chunk = row.getByRole('button', { name: /^Chunk 1, 1,996 bytes/ });
  await chunk.focus();
  await says.getByText(/, 1\): item 2 of page 1 .* item 2 of page 0 .* 1,996 bytes\.$/).waitFor();
  assert.equal(await highlighted(), 1);
  assert.match(await number('va_valueid').getAttribute('class'), /\bhighlighted\b/);
  await chunk.blur();
  await page.getByRole('slider', { name: /^Pages of pg_toast_\d+$/ }).hover({
    position: { x: 20, y: 40 },
  });
  await says.getByText('and so the next 2.').waitFor();
  assert.equal(await highlighted(), 3);

  // A finger holds it, and lets it go.
  await page.mouse.move(0, 0);
  await number('va_valueid').click();
  await page.mouse.move(0, 0);
  assert.equal(await number('va_valueid').getAttribute('aria-pressed'), 'true');
  assert.equal(await highlighted(), 3);
  await checkAxe(page, 'a way held');
  await number('va_valueid').click();
  await page.mouse.move(0, 0);
  assert.equal(await highlighted(), 0);
  assert.deepEqual(complaints, []);
});
