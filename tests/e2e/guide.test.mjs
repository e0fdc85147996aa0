// embedding.html: the documentation with embeds that work, and what was chosen as text to copy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showsStep } from './lib/embed.mjs';
import { checkAxe, checkWidth, serve, visit } from './lib/page.mjs';

const place = serve();

const PREVIEW = '.configurator toast-scope';
/** The text that is offered for copying. */
const snippet = (page) => page.getByTestId('snippet').innerText();

test('what is chosen is shown, and can be copied', { timeout: 120_000 }, async () => {
  const { page, complaints } = await visit(place, { at: 'embedding.html' });
  await showsStep(page, PREVIEW, 1);
  await page.getByLabel('step', { exact: true }).selectOption('2');
  await page.getByLabel('controls').selectOption('none');
  await showsStep(page, PREVIEW, 2);
  assert.match(
    await snippet(page),
    /<toast-scope lesson="pointer" step="2" view="row" controls="none"><\/toast-scope>/,
  );
  await page.getByRole('button', { name: 'reveal.js' }).click();
  assert.match(await snippet(page), /data-steps="2-\d"/);
  await page.getByLabel('size').selectOption({ label: '640 × 360' });
  await page.getByRole('button', { name: 'iframe' }).click();
  assert.match(await snippet(page), /width="640" height="360"/);
  await checkAxe(page);
  await checkWidth(page);
  assert.deepEqual(complaints, []);
});

test('only what matters for a view is asked for', { timeout: 120_000 }, async () => {
  const { page } = await visit(place, { at: 'embedding.html' });
  await page.getByLabel('view', { exact: true }).selectOption('lab');
  assert.equal(await page.getByLabel('lesson', { exact: true }).count(), 0);
  assert.equal(await page.getByLabel('lab', { exact: true }).count(), 1);
  assert.doesNotMatch(await snippet(page), /lesson=/);
});

test(
  'a view that has nothing to show at the step is not offered',
  { timeout: 120_000 },
  async () => {
    const { page } = await visit(place, { at: 'embedding.html' });
    await showsStep(page, PREVIEW, 1);
    const view = page.getByLabel('view', { exact: true });
    await page.getByLabel('lesson', { exact: true }).selectOption('curse');
    await showsStep(page, PREVIEW, 1);
    assert.ok((await view.locator('option').allInnerTexts()).includes('row'));
    await page.getByLabel('step', { exact: true }).selectOption('5');
    await page.getByText('This step has nothing to show as “row”: here is the stage.').waitFor();
    assert.equal(await view.inputValue(), 'stage');
    assert.ok(!(await view.locator('option').allInnerTexts()).includes('row'));
    assert.doesNotMatch(await snippet(page), /view=/);
  },
);

test('it fits a phone', { timeout: 120_000 }, async () => {
  const { page } = await visit(place, {
    at: 'embedding.html',
    viewport: { width: 390, height: 844 },
  });
  await page.getByTestId('snippet').waitFor();
  await checkWidth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await checkWidth(page, 'at 400 %');
});
