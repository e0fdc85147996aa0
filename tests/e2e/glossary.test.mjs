// The glossary and the search: terms in a lesson open their entries; `/` finds lessons, labs and terms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, open, serve, visit } from './lib/page.mjs';

const place = serve();

/** Opens a lesson at a step. */
async function lesson(at, options = {}) {
  const opened = await open(place, { at: `#/lesson/${at}`, ...options });
  await opened.page.getByTestId('step').waitFor();
  return opened;
}
/** The dialog with an entry. */
const entry = (page) => page.getByRole('dialog');

test('a term is marked where it first stands, and opens its entry', async () => {
  const { page, complaints } = await lesson('ten-minutes/2');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.mouse.move(200, 200);
  const chunk = page.locator('[data-term=chunks]');
  await chunk.waitFor();
  assert.equal(await chunk.count(), 1);
  assert.ok(
    !asked.some((url) => /EntryDialog/.test(url)),
    'no entry is loaded before one is opened',
  );
  await chunk.click();
  await entry(page).getByRole('heading', { name: 'chunk' }).waitFor();
  await entry(page).getByText('at most 1,996 bytes').waitFor();
  const link = entry(page).getByRole('link', { name: 'See it in a lesson' });
  assert.equal(await link.getAttribute('href'), '#/lesson/ten-minutes/2');
  await checkAxe(page, 'an entry');
  await page.keyboard.press('Escape');
  assert.equal(await entry(page).count(), 0);
  assert.deepEqual(complaints, []);
});

test('by keyboard an entry is opened, the others are read, and one is back where one was', async () => {
  const { page } = await lesson('ten-minutes/2', { colorScheme: 'dark' });
  await page.keyboard.press('Shift');
  const term = page.locator('[data-term="TOAST table"]');
  await term.focus();
  await page.keyboard.press('Enter');
  await entry(page).getByRole('heading', { name: 'TOAST table' }).waitFor();
  await entry(page).getByText('All terms').click();
  await entry(page).getByRole('button', { name: 'EXTERNAL' }).press('Enter');
  await entry(page).getByRole('heading', { name: 'EXTERNAL' }).waitFor();
  await checkAxe(page, 'all terms');
  await page.keyboard.press('Escape');
  assert.equal(await term.evaluate((node) => node === document.activeElement), true);
});

test('/ opens a search on every page, and Enter goes to what is chosen', async () => {
  const { page, complaints } = await visit(place);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox');
  await field.waitFor();
  assert.equal(await field.evaluate((node) => node === document.activeElement), true);
  await checkAxe(page, 'the search');
  await field.fill('pgbench');
  await page.getByRole('option', { name: /Clients lab/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Clients lab' }).waitFor();
  await page.keyboard.press('/');
  await field.fill('va_raw');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('.entry').getByText('The first number in a pointer').waitFor();
  await page.getByRole('dialog').getByRole('link').click();
  await page.getByRole('heading', { name: 'The four numbers' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('/ is only a letter where one is typing', async () => {
  const { page } = await lesson('threshold/2');
  await page.getByPlaceholder('Your guess').fill('1');
  await page.getByPlaceholder('Your guess').press('/');
  assert.equal(await page.getByRole('dialog').count(), 0);
});
