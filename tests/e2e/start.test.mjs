// The first view: a row that moves before the engine is loaded, and that can be dragged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, ready, serve, visit } from './lib/page.mjs';

const place = serve();
const moving = { reducedMotion: 'no-preference' };

/** The row's end, which can be moved. */
const slider = (page) => page.getByRole('slider', { name: 'Letters in the row' });
/** The sentence below the row. */
const sentence = (page) => page.getByTestId('sentence').textContent();
/** What the row's value became. */
const stored = (page) => page.evaluate(() => globalThis.startRow.stored);
/** Waits until the engine answers in the recording's place. */
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
    /** Notes when the row moves. */
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
  assert.match(await sentence(page), /stays whole/);
  await page.mouse.move(x + 2000, y, { steps: 8 });
  await page.mouse.up();
  assert.equal(await slider(page).getAttribute('aria-valuenow'), '8132');
  assert.match(await sentence(page), /5 chunks leave/);
  await page.getByRole('button', { name: 'JSON' }).click();
  assert.match(await sentence(page), /pglz makes this JSON .* chunks leave/);
  await page.getByRole('button', { name: 'Repeated' }).click();
  assert.match(await sentence(page), /stay in the row/);
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
  assert.match(await sentence(page), /One letter more/);
  await page.keyboard.press('ArrowRight');
  assert.match(await sentence(page), /2 chunks leave/);
  assert.match(await slider(page).getAttribute('aria-valuetext'), /^2,005 letters\. .*2 chunks/);
  await page.getByRole('button', { name: 'One letter less' }).click();
  assert.match(await sentence(page), /stays whole/);
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

test('it says why one should care, with the numbers that the short way ends with', async () => {
  const { page } = await visit(place);
  const said = await page.locator('.lead').textContent();
  await page.locator('.primary').click();
  await ready(page);
  await page.getByRole('heading', { name: 'A row that fits' }).waitFor();
  await page.evaluate(() => (location.hash = '#/lesson/ten-minutes/6'));
  await page.getByRole('button', { name: /^Run it/ }).click();
  const sentence = await page.getByText('This is the curse of TOAST').textContent();
  /** The numbers in a text. */
  const numbers = (text) => new Set(text.match(/\d[\d,]*/g));
  const shown = numbers(`${sentence} ${await page.getByTestId('step').textContent()}`);
  assert.deepEqual(
    [...numbers(said)].filter((number) => !shown.has(number)),
    [],
    said,
  );
});

test('one road for a newcomer; who has been here goes on', async () => {
  const { page } = await visit(place);
  assert.equal(await page.locator('.primary').count(), 1);
  assert.equal(await page.locator('.primary').textContent(), 'Ten minutes to the curse');
  await page.evaluate(() => localStorage.setItem('toastscope finished', '["ten-minutes","pages"]'));
  await page.reload();
  await page.getByRole('link', { name: 'Go on: The 2 kB threshold' }).waitFor();
  await page.getByText('1 of 5 done').waitFor();
});

test('six chapters with their pictures, labs where they belong, tools last', async () => {
  const { page, complaints } = await visit(place, { viewport: { width: 1280, height: 440 } });
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('heading', { level: 3 }).nth(5).waitFor();
  const chapters = await page.locator('section[aria-labelledby^=chapter]').all();
  assert.equal(chapters.length, 6);
  assert.equal(
    asked.filter((url) => url.endsWith('.svg')).length,
    0,
    'no picture before one scrolls',
  );
  for (const chapter of chapters) {
    const pictures = chapter.locator('li:not(.lab)');
    for (const lesson of await pictures.all()) {
      await lesson.scrollIntoViewIfNeeded();
      const picture = lesson.locator('img');
      await picture.waitFor();
      await picture.evaluate((image) => image.decode());
      assert.match(await lesson.textContent(), /\d+ min/);
    }
  }
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  assert.deepEqual(headings, ['The course', 'Tools']);
  assert.deepEqual(complaints, []);
  await page.getByRole('link', { name: /^Strategies lab/ }).click();
  await page.getByRole('heading', { name: 'Strategies lab' }).waitFor();
});

test('a page opens at its top, whatever was scrolled before', async () => {
  const { page } = await visit(place, { viewport: { width: 390, height: 844 } });
  /** How far the page is scrolled. */
  const scrolled = () => page.evaluate(() => scrollY);
  await page.getByRole('link', { name: /^Index depth/ }).scrollIntoViewIfNeeded();
  assert.ok((await scrolled()) > 500);
  await page.getByRole('link', { name: /^Index depth/ }).click();
  await page.getByRole('heading', { name: 'Index depth' }).waitFor();
  assert.equal(await scrolled(), 0);
  await page.evaluate(() => scrollTo(0, 400));
  await page.evaluate(() => (location.hash = '#/lesson/pages'));
  await page.getByTestId('step').waitFor();
  assert.equal(await scrolled(), 0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Index depth' }).waitFor();
  assert.equal(await scrolled(), 0);
});

test('nothing that is written in the picture is covered by what moves', async () => {
  const { page } = await visit(place);
  await page.evaluate(() => globalThis.startRow.set(2000));
  /** Where the picture's body is. */
  const places = () =>
    page.evaluate(() => {
      const { top, bottom } = document.querySelector('figure .body').getBoundingClientRect();
      return { top, bottom };
    });
  const inRow = await places();
  await page.evaluate(() => globalThis.startRow.set(8000));
  const asChunks = await places();
  const between = await page.evaluate(
    ([from, to]) =>
      [...document.querySelectorAll('figure svg > text:not([opacity])')]
        .map((text) => [text.textContent, text.getBoundingClientRect()])
        .filter(([, box]) => box.bottom > from + 1 && box.top < to - 1)
        .map(([words]) => words.trim()),
    [inRow.top, asChunks.bottom],
  );
  assert.ok(asChunks.top > inRow.bottom, 'it moves down');
  assert.deepEqual(between, []);
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
