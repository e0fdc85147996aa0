// What a reader does by hand: knobs that run a step again, guesses that are drawn, exercises, and words that highlight
// things.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, open, ready, serve } from './lib/page.mjs';

const place = serve();

/** Opens a step of a lesson and runs it. */
async function ran(at, options = {}, before = async () => {}) {
  const { page, complaints } = await open(place, { at: `#/lesson/${at}`, ...options });
  const run = page.getByRole('button', { name: /^Run it/ });
  await run.waitFor();
  await page.waitForFunction(() => !document.querySelector('nav[aria-label=Steps] .dot:disabled'));
  await before(page);
  await run.click();
  await page.locator('.outcome').waitFor();
  await ready(page);
  return { page, complaints };
}

/** Steps that the timeline has, and those that would be kept. */
const steps = (page) =>
  page.evaluate(() => {
    const { tape, tried, branches } = globalThis.toastscope.session.timeline;
    return { all: tape.steps.length, tried: tried.size, branches: branches.length };
  });

test('a slider runs its step again: text, stage and SQL follow, and nothing of it is kept', async () => {
  const { page, complaints } = await ran('threshold/5');
  const text = page.locator('.outcome .prose').first();
  const slider = page.getByRole('slider', { name: 'characters in v', exact: true });
  await slider.waitFor();
  const before = await steps(page);
  assert.match(await text.innerText(), /^2,004 characters, random, make a row of 2,032 bytes/);

  const typed = page.getByRole('spinbutton', { name: 'characters in v, typed' });
  await typed.fill('2005');
  await typed.press('Enter');
  await text.getByText('2,033').waitFor();
  await text.getByText('is not compressed and moves out').waitFor();
  await page.waitForFunction(() => globalThis.toastscope.selection.row?.length === 42);
  assert.match(await page.getByLabel('SQL of this step').innerText(), /\(string_agg\(.*\), 2005\)/);

  // Over the whole range in one go: the last place is what is shown.
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 30; i++) {
    await page.mouse.move(box.x + box.width * (0.5 + i / 50), box.y + box.height / 2);
  }
  await page.mouse.up();
  await text.getByText('20,000', { exact: true }).waitFor();
  await text.getByText('20,028', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'equal' }).check({ force: true });
  await text.getByText('is compressed and stays in the row').waitFor();
  const during = await steps(page);
  assert.ok(during.tried > 0 && during.all === before.all + during.tried);
  assert.equal(during.branches, 0);
  await checkAxe(page);

  await page.getByRole('button', { name: 'Back to where it was' }).click();
  await text.getByText('2,032').first().waitFor();
  assert.deepEqual(await steps(page), before);
  await slider.press('End');
  await text.getByText('20,000', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('heading', { name: 'When nothing helps' }).waitFor();
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.tried.size === 0);
  assert.deepEqual(complaints, []);
});

test('a chart and its SQL follow a slider, and a step takes no time it does not need', async () => {
  const { page, complaints } = await ran('updates/5');
  const text = page.locator('.outcome .prose').first();
  const slider = page.getByRole('slider', { name: 'updates until VACUUM', exact: true });
  const curve = page.locator('figure path.series').first();
  const first = await curve.getAttribute('d');
  await slider.press('Home');
  await text.getByText('every 1 updates').waitFor();
  await page.waitForFunction(
    (path) => document.querySelector('figure path.series')?.getAttribute('d') !== path,
    first,
  );
  assert.deepEqual(complaints, []);
});

test('a guess is drawn by pointer or by keys, and told how far off it is', async () => {
  for (const way of ['pointer', 'keys']) {
    const { page, complaints } = await ran('large-text/1', {}, async (page) => {
      const pad = page.getByRole('slider', { name: /^Draw how many/ });
      await pad.waitFor();
      if (way === 'keys') {
        await pad.focus();
        for (let i = 0; i < 4; i++) await pad.press('ArrowUp');
        assert.match(
          await pad.getAttribute('aria-valuetext'),
          /^300 bytes a row on disk at 0 char/,
        );
        for (let i = 0; i < 32; i++) await pad.press('ArrowRight');
      } else {
        const { x, y, width, height } = await pad.boundingBox();
        await page.mouse.move(x + width * 0.1, y + height * 0.8);
        await page.mouse.down();
        await page.mouse.move(x + width, y + height * 0.1, { steps: 12 });
        await page.mouse.up();
      }
      await page.getByText('It is whole.').waitFor();
    });
    await page.getByText(/(Close|Not this time): \d+ % of the height away/).waitFor();
    await page.locator('figure .guessed').first().waitFor({ state: 'attached' });
    await checkAxe(page);
    assert.deepEqual(complaints, []);
  }
});

test('an exercise is tried, missed and reached, with its numbers side by side', async () => {
  const { page, complaints } = await ran('rounds/7');
  const row = page.getByRole('row', { name: /chunks that live/ });
  await row.getByRole('cell', { name: '40', exact: true }).waitFor();
  const before = await steps(page);
  const editor = page.locator('.exercise .cm-content');
  /** Writes SQL into the exercise's editor, and tries it. */
  const write = async (sql) => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(sql);
    await page.getByRole('button', { name: 'Try it' }).click();
  };
  await write('UPDATE cards SET body = upper(body)');
  await page.getByText('Not yet.').waitFor();
  await page.getByRole('region', { name: 'What psql printed' }).getByText('UPDATE 20').waitFor();
  await write("ALTER TABLE cards ALTER body SET STORAGE MAIN;\nUPDATE cards SET body = body || ''");
  await page.getByText('Reached.').waitFor();
  await page.getByRole('button', { name: 'Show a solution' }).click();
  await page.getByRole('region', { name: 'Solution 1 of 3' }).waitFor();
  await page.getByRole('columnheader', { name: 'this solution' }).waitFor();
  await checkAxe(page);
  // What was tried goes with the step; what was written stays.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await ready(page);
  const after = await steps(page);
  assert.deepEqual([after.tried, after.all], [0, before.all]);
  assert.deepEqual(complaints, []);
});

test('words light the thing that they speak of, and the thing its words', async () => {
  const { page } = await ran('pointer/5');
  const words = page.locator('[data-words=pointer], [data-words=chunk]').first();
  const thing = await words.getAttribute('data-words');
  const drawn = page.locator(`[data-thing~='${thing}']`).first();
  /** How the thing is drawn: its filter and its outline. */
  const look = () =>
    drawn.evaluate((e) => getComputedStyle(e).filter + getComputedStyle(e).outlineStyle);
  const dark = await look();
  for (const [on, off] of [
    [() => words.hover(), () => page.mouse.move(0, 0)],
    [() => words.focus(), () => words.blur()],
  ]) {
    await on();
    assert.notEqual(await look(), dark);
    await off();
    assert.equal(await look(), dark);
  }
  await drawn.hover();
  await page.locator(`[data-words=${thing}].highlighted`).first().waitFor();
});

test('all of it fits on a phone, light and dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const options = { viewport: { width: 360, height: 740 }, colorScheme };
    for (const at of ['threshold/5', 'slices/6', 'wal/7']) {
      const { page } = await ran(at, options);
      await checkWidth(page, at);
      await checkAxe(page, at, '.lesson');
      await page.context().close();
    }
  }
});
