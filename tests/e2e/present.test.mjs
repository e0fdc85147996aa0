// A presented lesson: it is driven by a clicker, can be black, and has a second window with notes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, ready, serve, visit } from './lib/page.mjs';

const place = serve();

/** Waits until nothing runs. */
const still = (page) =>
  page.waitForFunction(() => {
    const { run, session } = globalThis.toastscope ?? {};
    return session?.status === 'ready' && !run.running;
  });
/** Waits for a beat of the step. */
const beat = (page, name) => page.locator(`main[data-beat=${name}]`).waitFor();

/** Opens a presented lesson, and waits for its first question. */
async function presented(at = '#/present/threshold', options = {}) {
  const opened = await visit(place, { at, viewport: { width: 1280, height: 720 }, ...options });
  await beat(opened.page, 'ask');
  await still(opened.page);
  return opened;
}

test('a clicker goes through the beats of each step, and back', async () => {
  const { page, complaints } = await presented();
  await page.getByRole('heading', { name: 'Two values of one kilobyte' }).waitFor();
  await page.keyboard.press('PageDown');
  await beat(page, 'show');
  await still(page);
  await page.locator('[data-part=row]').waitFor();
  await page.keyboard.press('PageDown');
  await beat(page, 'tell');
  await page.getByText('The row takes 2,032 bytes').waitFor();
  await page.keyboard.press('PageDown');
  await beat(page, 'ask');
  await page.getByRole('heading', { name: 'One byte more' }).waitFor();
  await page.waitForFunction(() => location.hash === '#/present/threshold/2');
  await page.keyboard.press('PageUp');
  await beat(page, 'tell');
  await page.getByText('The row takes 2,032 bytes').waitFor();
  await page.keyboard.press('Home');
  await beat(page, 'ask');
  assert.deepEqual(complaints, []);
});

test('nothing is on the screen that is not the lesson, but what the mouse brings', async () => {
  const { page } = await presented();
  const controls = page.getByRole('navigation', { name: 'Presentation' });
  /** How opaque the controls are. */
  const opacity = () => controls.evaluate((e) => getComputedStyle(e).opacity);
  assert.equal(await opacity(), '0');
  await page.mouse.move(300, 300);
  await page.waitForFunction(
    () => getComputedStyle(document.querySelector('nav.controls')).opacity === '1',
  );
  await page.keyboard.press('b');
  const black = page.getByRole('button', { name: 'Black screen' });
  await black.waitFor();
  const box = await black.boundingBox();
  assert.deepEqual([box.x, box.y, box.width, box.height], [0, 0, 1280, 720]);
  await page.keyboard.press('PageDown');
  await black.waitFor({ state: 'detached' });
  await beat(page, 'ask');

  const dot = page.getByTestId('dot');
  await page.keyboard.press('l');
  await dot.waitFor();
  await page.mouse.move(600, 200);
  await page.waitForFunction(() => {
    const { left, width } = document.querySelector('[data-testid=dot]').getBoundingClientRect();
    return Math.abs(left + width / 2 - 600) < 1;
  });
  await page.keyboard.press('l');
  await dot.waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
});

for (const width of [320, 390, 700]) {
  test(`its buttons stand in their bar at ${width}, and the bar in the window`, async () => {
    const { page } = await presented('#/present/threshold', { viewport: { width, height: 640 } });
    await page.mouse.move(100, 100);
    const controls = page.getByRole('navigation', { name: 'Presentation' });
    const bar = await controls.boundingBox();
    assert.ok(bar.x >= 0 && bar.x + bar.width <= width, `${bar.x} to ${bar.x + bar.width}`);
    for (const button of await controls.getByRole('button').all()) {
      const box = await button.boundingBox();
      const out = box.x < bar.x || box.x + box.width > bar.x + bar.width;
      assert.ok(!out, `${await button.textContent()} stands out of the bar`);
    }
  });
}

test('notes and the next step are in a second window, which steers', async () => {
  const { page, complaints } = await presented();
  const [second] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  await second.getByRole('heading', { name: 'Two values of one kilobyte' }).waitFor();
  await second.getByRole('heading', { name: 'Next: One byte more' }).waitFor();
  await checkAxe(second, 'notes');
  await second.keyboard.press('PageDown');
  await beat(page, 'show');
  await second.getByText('is seen to happen').waitFor();
  await still(page);
  await second.getByRole('button', { name: 'Black screen' }).click();
  await page.getByRole('button', { name: 'Black screen' }).waitFor();

  // The screen is loaded anew, and the notes find it again.
  await page.reload();
  await still(page);
  await second.getByText('is asked').waitFor();
  await second.getByRole('button', { name: 'On' }).click();
  await beat(page, 'show');

  // A page that did not open it is not heard.
  await page.evaluate(() =>
    postMessage({ mark: 'toastscope presenting', wish: 'next' }, location.origin),
  );
  await still(page);
  await beat(page, 'show');
  assert.deepEqual(complaints, []);
});

test('a lesson from a file is presented as it is open, and left for the workbench', async () => {
  const { page } = await visit(place);
  const text = '---\ntitle: Mine\n---\n\n## One\n\nHello.\n\n```notes\nSay hello.\n```\n';
  await page.locator('input[type=file]').setInputFiles({
    name: 'mine.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Present' }).click();
  await beat(page, 'ask');
  await page.getByText('Hello.').waitFor();
  const [second] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  await second.getByText('Say hello.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
  await page.getByText('Hello.').waitFor();
});

for (const [colorScheme, width, height] of [
  ['light', 1280, 720],
  ['dark', 1920, 1080],
  ['light', 390, 844],
]) {
  test(`axe finds nothing, ${colorScheme} at ${width}`, async () => {
    const viewport = { width, height };
    const { page } = await presented('#/present/threshold', { colorScheme, viewport });
    for (const name of ['ask', 'show', 'tell']) {
      await beat(page, name);
      await still(page);
      await checkAxe(page, name);
      await checkWidth(page, name);
      await page.keyboard.press('PageDown');
    }
    await ready(page);
  });
}
