// The first view: a row that moves before there is an engine, and that one can drag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, ready, serve, visit } from './lib/page.mjs';

const place = serve();
const moving = { reducedMotion: 'no-preference' };

const slider = (page) => page.getByRole('slider', { name: 'Letters in the row' });
const told = (page) => page.getByTestId('told').textContent();
const stored = (page) => page.evaluate(() => globalThis.startRow.stored);
const live = (page) => page.waitForFunction(() => globalThis.startRow.live);

test('it moves within a second of a cold load, without the engine', async () => {
  const context = await place.browser.newContext();
  const page = await context.newPage();
  await page.route(/\.wasm|worker/, (route) => route.abort());
  // The page's own time: what other programs on a busy machine take away in between is not the page's.
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(() => {
    let first;
    const look = () => {
      const at = document.querySelector('[role=slider]')?.getAttribute('aria-valuenow');
      first ??= at;
      if (first && at !== first) globalThis.moved = true;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(place.address);
  await page.waitForFunction(() => 'moved' in globalThis);
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration').value;
  assert.ok(seconds > 0 && seconds < 1, `${seconds} s`);
});

test('the row is dragged over the threshold while the engine cannot be had', async () => {
  const { page } = await visit(place, moving);
  await page.route(/\.wasm|worker/, (route) => route.abort());
  const box = await page.locator('.grip').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 2000, y, { steps: 8 });
  assert.equal(await slider(page).getAttribute('aria-valuenow'), '1');
  assert.match(await told(page), /stays whole/);
  await page.mouse.move(x + 2000, y, { steps: 8 });
  await page.mouse.up();
  assert.equal(await slider(page).getAttribute('aria-valuenow'), '8132');
  assert.match(await told(page), /5 chunks leave/);
  await page.getByRole('button', { name: 'JSON' }).click();
  assert.match(await told(page), /pglz makes this JSON .* chunks leave/);
  await page.getByRole('button', { name: 'Repeated' }).click();
  assert.match(await told(page), /stay in the row/);
  assert.equal(await page.evaluate(() => globalThis.startRow.live), false);
});

test('it is dragged by touch, and the page still scrolls', async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await visit(place, { viewport, hasTouch: true });
  const box = await page.locator('.grip').boundingBox();
  const before = (await stored(page)).length;
  await page.touchscreen.tap(box.x - 80, box.y + 20);
  assert.ok((await stored(page)).length < before);
  assert.equal(
    await page.locator('[data-from]').evaluate((svg) => getComputedStyle(svg).touchAction),
    'pan-y',
  );
});

test('keys move it by a letter; one letter decides; nothing moves when it should not', async () => {
  const { page } = await visit(place);
  assert.equal((await stored(page)).length, 5000, 'it rests at once');
  await page.evaluate(() => globalThis.startRow.set(2004));
  await slider(page).focus();
  assert.match(await told(page), /One letter more/);
  await page.keyboard.press('ArrowRight');
  assert.match(await told(page), /2 chunks leave/);
  assert.match(await slider(page).getAttribute('aria-valuetext'), /^2,005 letters\. .*2 chunks/);
  await page.getByRole('button', { name: 'One letter less' }).click();
  assert.match(await told(page), /stays whole/);
});

test('the engine takes over, and says what the recording says', async () => {
  const { page, complaints } = await visit(place);
  const groups = page.locator('.switch');
  for (const letters of await groups.nth(0).getByRole('button').all()) {
    for (const storage of await groups.nth(1).getByRole('button').all()) {
      await letters.click();
      await storage.click();
      for (const length of [100, 2004, 2005, 4003, 8132]) {
        const before = await page.evaluate((n) => {
          globalThis.startRow.set(n);
          return globalThis.startRow.stored;
        }, length);
        await live(page);
        assert.deepEqual(await stored(page), before);
      }
    }
  }
  assert.deepEqual(complaints, []);
});

test('the same row opens in the workbench, stored by the same words', async () => {
  const { page } = await visit(place);
  await page.evaluate(() => globalThis.startRow.set(4500));
  await page.getByRole('button', { name: 'See every byte of it' }).click();
  await page.waitForFunction(() => globalThis.toastscope?.session.timeline.length > 0);
  await ready(page);
  await page.getByText('4,500 bytes, not compressed, cut into 3 chunks').waitFor();
});

test('one road for a newcomer, a shelf for the rest', async () => {
  const { page } = await visit(place);
  assert.equal(await page.locator('.primary').count(), 1);
  await page.getByRole('link', { name: /^Strategies lab/ }).click();
  await page.getByRole('heading', { name: 'Strategies lab' }).waitFor();
});

for (const colorScheme of ['light', 'dark']) {
  test(`nothing is too wide, and axe has nothing to say, in ${colorScheme}`, async () => {
    for (const width of [360, 768, 1280]) {
      const { page } = await visit(place, { colorScheme, viewport: { width, height: 740 } });
      await checkWidth(page, `${width} px`);
      if (width !== 768) await checkAxe(page, `${width} px`);
    }
  });
}
