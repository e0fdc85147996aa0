// The clients lab and the index's depth in a browser: what they open with, a run with a script of one's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, openLab, serve } from './lib/page.mjs';

const place = serve();
/** Waits until the lab is done. */
const busy = (page) =>
  page.waitForFunction(() => !globalThis.clientsLab.busy, null, { timeout: 120_000 });

test('it opens with runs of three scripts, and shows what 16 clients wait for', async () => {
  const { page, complaints } = await openLab(place, 'clients');
  await page.getByLabel('UPDATE of one of 4 rows').check();
  await page.getByRole('button', { name: /^16 clients: .*Lock:tuple/ }).click();
  await page.getByRole('img', { name: /of the run with 16 clients/ }).waitFor();
  await checkAxe(page, 'as it opens');
  assert.deepEqual(complaints, []);
});

test(
  'a script of one’s own is run, and what is wrong with it is said',
  { timeout: 240_000 },
  async () => {
    const { page } = await openLab(place, 'clients');
    await page.getByLabel('Your own').check();
    const script = page.getByRole('textbox', { name: /^A script of pgbench/ });
    await script.fill('\\sleep 1\nSELECT 1;');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('alert').getByText('script.sql:1: \\sleep is not modelled').waitFor();
    await script.fill('UPDATE counters SET n = 0 WHERE id = 1;');
    await page.getByRole('button', { name: 'Run again' }).click();
    await busy(page);
    await page.getByRole('button', { name: /^8 clients: / }).click();
    await page.getByLabel('What pgbench prints').getByText('number of clients: 8').waitFor();
  },
);

for (const name of ['clients', 'depth']) {
  test(`${name} on a phone, in the dark`, async () => {
    const { page, complaints } = await openLab(place, name, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await checkAxe(page, name);
    await checkWidth(page, name);
    assert.deepEqual(complaints, []);
  });
}

test('more values, another level', async () => {
  const { page } = await openLab(place, 'depth');
  const values = page.getByRole('slider').first();
  await values.focus();
  await page.keyboard.press('End');
  await page.getByText('4 levels', { exact: true }).first().waitFor();
});
