// The strategies lab in a browser: measured, read by keyboard, saved, and its script opened in the console.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, checkWidth, openLab, ready, serve } from './lib/page.mjs';

const place = serve();

/** Opens the lab with other sizes than it opens with. */
async function opened(options = {}) {
  const lab = await openLab(place, 'strategies', options);
  // Other sizes than those it opens with: all of it is to be measured.
  await lab.page.getByLabel('6 sizes').check();
  return lab;
}

/** Chooses these strategies. */
const choose = (page, ...ids) =>
  page.evaluate((chosen) => (globalThis.strategiesLab.chosen = new Set(chosen)), ids);

/** Measures, and waits until it is done. */
async function measure(page) {
  await page.getByRole('button', { name: /^Measure/ }).click();
  await page.waitForFunction(() => !globalThis.strategiesLab.busy, null, { timeout: 400_000 });
  assert.equal(await page.evaluate(() => globalThis.strategiesLab.error), '');
}

test('it opens with a result: all strategies, at eleven sizes', async () => {
  const { page, complaints } = await openLab(place, 'strategies');
  const chart = page.locator('figure', { hasText: 'key1' }).first();
  await chart.getByText(/^Flat: .*arrays by element 2 buffers at every size/).waitFor();
  assert.equal(await page.evaluate(() => globalThis.strategiesLab.results.length), 9 * 11 * 8);
  await page.getByText('Measured by this engine when the page was built').waitFor();
  await checkAxe(page, 'as it opens');
  await page.getByRole('button', { name: 'Totals' }).click();
  const sums = page.getByRole('region', {
    name: /^Today’s TOAST and the toaster for jsonb, .*: table$/,
  });
  assert.equal(await sums.locator('tbody tr').count(), 9);
  assert.deepEqual(complaints, []);
});

test('flat and not flat, by keyboard, and as tables', { timeout: 600_000 }, async () => {
  const { page, complaints } = await opened();
  await choose(page, 'whole', 'shared');
  await measure(page);
  const chart = page.locator('figure', { hasText: 'key1' }).first();
  await chart.getByText(/^Flat: shared TOAST 2 buffers at every size\./).waitFor();
  await chart.getByText(/^Not flat: whole from 2 to \d+ buffers\./).waitFor();

  const slider = page.getByRole('slider', { name: /^access of key1/ });
  await slider.focus();
  await page.keyboard.press('End');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'shared TOAST, 13 MB: 2 buffers');
  await page.keyboard.press('ArrowUp');
  assert.match(await slider.getAttribute('aria-valuetext'), /^whole, 13 MB: \d+ buffers$/);
  const readout = page.getByRole('complementary', { name: 'The point looked at' });
  await readout.getByText("SELECT jb->'key1' FROM docs WHERE id = 100;").waitFor();
  await page.keyboard.press('Home');
  assert.match(await slider.getAttribute('aria-valuetext'), /^whole, 210 bytes: 2 buffers$/);

  // A line switched off is gone from chart and sentence; what was measured stays.
  await page.getByLabel('whole', { exact: false }).first().uncheck();
  assert.equal(await chart.getByText(/^Not flat/).count(), 0);
  await page.getByLabel('whole', { exact: false }).first().check();
  await chart.getByText(/^Not flat: whole/).waitFor();

  await page.getByRole('button', { name: 'Tables' }).click();
  const table = page.getByRole('region', { name: 'access of key1: buffers' });
  assert.deepEqual(await table.locator('tfoot td').allTextContents(), ['no', 'yes']);
  assert.equal(await table.locator('tbody tr').count(), 6);

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = readFileSync(await (await waiting).path(), 'utf8')
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 1 + 2 * 6 * 8);
  assert.match(lines[0], /^strategy,settings,kind,target,/);
  assert.deepEqual(complaints, []);
});

test('the console prints what the chart shows', { timeout: 600_000 }, async () => {
  const { page } = await opened();
  await choose(page, 'shared');
  await measure(page);
  const slider = page.getByRole('slider', { name: /^update of key2\[0\]/ });
  await slider.focus();
  await page.keyboard.press('End');
  const [bytes] = /[\d,]+(?= bytes of log)/.exec(await slider.getAttribute('aria-valuetext'));
  await page.getByRole('button', { name: 'Open this line’s script in the console' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Run all' }).click();
  // Not until it runs: on a busy machine it may have run before anybody looks.
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.tape.steps.length > 0);
  await ready(page);
  const printed = await page.evaluate(() =>
    globalThis.toastscope.session.timeline.tape.steps.map((step) => [step.text, step.printed]),
  );
  const [, plan] = printed.find(([text]) => /^EXPLAIN.*\{key2,0\}.* = 100;/.test(text));
  assert.match(plan, new RegExp(`bytes=${bytes.replaceAll(',', '')}\\b`));
});

test('cancelled, half a curve is dropped; then measured anew', { timeout: 600_000 }, async () => {
  const { page } = await opened();
  await choose(page, 'whole');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Measure' }).waitFor();
  assert.deepEqual(
    await page.evaluate(() => [
      globalThis.strategiesLab.error,
      globalThis.strategiesLab.results.length,
    ]),
    ['', 0],
  );
  await measure(page);
  assert.equal(await page.evaluate(() => globalThis.strategiesLab.results.length), 48);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing to say, in ${colorScheme}`, { timeout: 600_000 }, async () => {
    const { page } = await opened({ colorScheme, viewport: { width: 390, height: 844 } });
    /** Checks accessibility, and that nothing is wider than the page. */
    const check = async (state) => {
      await checkAxe(page, state);
      await checkWidth(page, state);
    };
    await check('empty');
    await choose(page, 'inplace', 'decompress');
    await measure(page);
    await check('charts');
    await page.getByRole('button', { name: 'Tables' }).click();
    await check('tables');
  });
}
