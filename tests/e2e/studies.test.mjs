// The labs of studies in a browser: they open with results, measure with other parameters, take a file of the reader's,
// can be cancelled, and save what they show.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, checkWidth, openLab, serve } from './lib/page.mjs';

const place = serve();

const LABS = ['compression', 'text', 'append', 'whole'];

/** Waits until all is measured. */
async function measured(page, name) {
  await page.waitForFunction((lab) => !globalThis[lab].busy, `${name}Lab`, { timeout: 200_000 });
  assert.equal(await page.evaluate((lab) => globalThis[lab].error, `${name}Lab`), '');
}

/** The name and the bytes of the file that a button saves. */
async function saved(page, button) {
  const waiting = page.waitForEvent('download');
  await button.click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

for (const name of LABS) {
  for (const [colorScheme, viewport] of [
    ['light', { width: 1920, height: 1080 }],
    ['dark', { width: 390, height: 844 }],
  ]) {
    test(`${name} opens with its charts and tables, in ${colorScheme}`, async () => {
      const { page, complaints } = await openLab(place, name, { colorScheme, viewport });
      await page.getByText('Measured by this engine when the page was made').waitFor();
      const charts = await page.locator('section svg[role=img]').count();
      assert.ok(charts >= 2, `${charts} charts`);
      assert.equal(await page.locator('section:not([data-testid=beside]) table').count(), charts);
      await checkAxe(page, name);
      await checkWidth(page, name);
      assert.deepEqual(complaints, []);
    });
  }
}

test('measured again with other parameters, and back', { timeout: 300_000 }, async () => {
  const { page, complaints } = await openLab(place, 'text');
  /** How many results the lab has. */
  const rows = () => page.evaluate(() => globalThis.textLab.results.length);
  const before = await rows();
  await page.getByRole('button', { name: '100', exact: true }).click();
  await page.getByRole('button', { name: 'Measure again' }).click();
  await measured(page, 'text');
  assert.equal(await rows(), before);
  await page.getByText('Measured here.').waitFor();
  const said = page.getByRole('listitem');
  await said.filter({ hasText: 'from a sample of 100 rows' }).waitFor();
  await page.getByRole('button', { name: 'Back to what is shipped' }).click();
  await said.filter({ hasText: 'from a sample of 2,000 rows' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('cancelled, what was there is there again', async () => {
  const { page } = await openLab(place, 'append');
  const before = await page.evaluate(() => globalThis.appendLab.results.length);
  await page.getByRole('button', { name: 'Measure again' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Measured by this engine when the page was made').waitFor();
  assert.deepEqual(
    await page.evaluate(() => [globalThis.appendLab.results.length, globalThis.appendLab.error]),
    [before, ''],
  );
});

test('a file of one’s own is a kind of data', { timeout: 300_000 }, async () => {
  const { page } = await openLab(place, 'compression');
  await page.getByLabel('Files of your own, each a value').setInputFiles({
    name: 'letters.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from("it's ".repeat(5000)),
  });
  await page.waitForFunction(() => globalThis.compressionLab.files.length === 1);
  await page.getByRole('button', { name: '256 kB' }).click();
  await page.getByRole('button', { name: 'Measure again' }).click();
  await measured(page, 'compression');
  const ratio = await page.evaluate(
    () =>
      globalThis.compressionLab.results.find(
        (row) => row.kind === 'letters.txt' && row.method === 'pglz' && row.ratio,
      ).ratio,
  );
  assert.ok(ratio > 20, `${ratio} : 1`);
});

test('rows as CSV, a picture as SVG and as PNG', async () => {
  const { page } = await openLab(place, 'append');
  const csv = await saved(page, page.getByRole('button', { name: 'Save all as CSV' }));
  assert.equal(csv.name, 'toast-append-postgresql-15.18.csv');
  assert.match(csv.bytes.toString(), /^part,toaster,old_bytes,.*\nappend,default,1000,1,/);
  const chart = page.getByRole('region', { name: 'One append', exact: true });
  const svg = await saved(page, chart.getByRole('button', { name: /^SVG/ }));
  assert.equal(svg.name, 'toast-append-append.svg');
  const text = svg.bytes.toString();
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(text, /One append: \+ 1 B: Time, modelled/);
  assert.match(text, />PostgreSQL 15\.18</);
  assert.equal(/var\(|class=/.exec(text), null);
  const png = await saved(page, chart.getByRole('button', { name: /^PNG/ }));
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
});
