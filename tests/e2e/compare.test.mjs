// Compare: one script under two settings, with one clock.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, open, serve } from './lib/page.mjs';

const place = serve();

async function compared(options = {}, preset = '') {
  const opened = await open(place, { ...options, at: '#/compare' });
  if (preset) await opened.page.getByRole('combobox', { name: /^Compare/ }).selectOption(preset);
  await opened.page.waitForFunction(
    () => {
      const { pair } = globalThis.toastscope;
      return pair.length > 0 && !pair.busy && pair.at === pair.length;
    },
    null,
    { timeout: 120_000 },
  );
  return opened;
}

test('pglz and lz4 side by side: one clock, and what differs is called out', async () => {
  const { page, complaints } = await compared();
  const table = page.getByRole('region', { name: 'Differences of the whole script' });
  await table.getByRole('row', { name: /^pglz/ }).waitFor();
  const places = () =>
    page.evaluate(() => {
      const { left, right } = globalThis.toastscope.pair;
      return [left, right].map((s) => [s.timeline.scene.placed?.step.text, s.timeline.scene.ended]);
    });
  const slider = page.getByRole('slider', { name: 'Clock of both' });
  await slider.focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageDown');
  const [left, right] = await places();
  assert.match(left[0], /^INSERT INTO t/);
  assert.deepEqual(left, right);
  assert.equal(left[1], true);
  // What either printed stands above its stage, and their buffers are drawn.
  for (const name of ['pglz', 'lz4'])
    await page
      .getByRole('region', { name: `What ${name} printed` })
      .getByText('INSERT 0 40')
      .waitFor();
  await page.getByTestId('contrast').waitFor();
  // What lz4 stores of these digests is larger than what pglz stores.
  const toast = await table.getByRole('row', { name: /^difference/ }).textContent();
  assert.match(toast, /(pglz|lz4): ([\d.,]+ times (pglz|lz4)’s|[\d,]+ (bytes |kB )?more)/);
  await page.keyboard.press('ArrowLeft');
  assert.equal((await places())[0][1], false);
  assert.deepEqual(complaints, []);
});

const presets = readFileSync(new URL('../../web/src/compare/presets.ts', import.meta.url), 'utf8');
for (const [, id] of presets.matchAll(/^ {4}id: '([\w-]+)'/gm)) {
  test(`${id}: both sides run the script to its end`, async () => {
    const { page, complaints } = await compared({}, id);
    assert.equal(await page.getByRole('alert').count(), 0);
    const steps = await page.evaluate(() => {
      const { left, right } = globalThis.toastscope.pair;
      return [left, right].map((s) => s.timeline.tape.steps.length);
    });
    assert.equal(steps[0], steps[1]);
    assert.deepEqual(complaints, []);
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing to complain of in ${colorScheme}`, async () => {
    const { page } = await compared({ colorScheme });
    await checkAxe(page);
  });
}
