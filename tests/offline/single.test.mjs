// The one file, opened from disk with the network off, and every request counted: the lessons are played, SQL is run, and
// nothing is asked of anybody. `npm run offline` plays all lessons; LESSONS=pages,curse some.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs';

const folder = new URL('../../target/offline/', import.meta.url);
const file = fileURLToPath(new URL('toastscope.html', folder));
const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const all = [...list.matchAll(/id: '([\w-]+)'/g)].map((m) => m[1]);
const lessons = process.env.LESSONS?.split(',') ?? all;

let browser;
before(async () => {
  assert.ok(existsSync(file), 'npm run build makes it');
  browser = await chromium.launch(chromiumLaunch);
});
after(() => browser?.close());

/** A page of the file; what it asks for beside itself, and what it complains of. */
async function opened(fragment, address = pathToFileURL(file).href) {
  const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const [asked, complaints] = [[], []];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(blob|data):/.test(url) && !url.startsWith(address)) asked.push(url);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(address + fragment);
  return { page, asked, complaints, close: () => context.close() };
}

/** Waits until SQL can be run. */
const ready = (page) =>
  page.waitForFunction(() => globalThis.toastscope?.session.status === 'ready', null, {
    timeout: 300_000,
  });

for (const id of lessons) {
  test(`${id} is played to its end`, { timeout: 600_000 }, async () => {
    const { page, asked, complaints, close } = await opened(`#/lesson/${id}`);
    await page.getByTestId('step').waitFor();
    await ready(page);
    const dots = page.locator('nav[aria-label=Steps] .dot');
    await dots.last().click();
    await ready(page);
    const run = page.getByRole('button', { name: /^Run it/ });
    if (await run.count()) {
      for (const input of await page.locator('.guess input[type=text]').all())
        await input.fill('7');
      await run.click();
      await page.locator('.outcome').waitFor({ timeout: 300_000 });
    }
    await ready(page);
    const frames = await page.evaluate(() => globalThis.toastscope.session.timeline.length);
    assert.ok(frames > 0, 'there is something to play');
    assert.deepEqual({ asked, complaints }, { asked: [], complaints: [] });
    await close();
  });
}

test('the start view, SQL of one’s own, zstd, a lab', { timeout: 300_000 }, async () => {
  const { page, asked, complaints, close } = await opened('#/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // It leads to no file that may not be there; whose work is in it, it says itself.
  const links = await page
    .locator('a:not([href^="#"])')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  assert.deepEqual(links, ['NOTICE.txt']);
  const [notice] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /Notices/ }).click(),
  ]);
  await notice.getByText('MIT').first().waitFor();
  await page.evaluate(() => (location.hash = '#/console'));
  await ready(page);
  const sql =
    "SET wal_compression = 'zstd'; CREATE TABLE t (v text); INSERT INTO t VALUES ($$x$$);";
  await page.evaluate((text) => globalThis.toastscope.session.run(text), sql);
  await ready(page);
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.failures.size), 0);
  await page.evaluate(() => (location.hash = '#/strategies'));
  await page.waitForFunction(() => 'strategiesLab' in globalThis);
  assert.deepEqual({ asked, complaints }, { asked: [], complaints: [] });
  await close();
});

test('the workshop is a file too, and leads to the lessons', { timeout: 300_000 }, async () => {
  const address = new URL('workshop.html', folder).href;
  const { page, asked, complaints, close } = await opened('#/ninety-minutes', address);
  const entry = page.locator('li').filter({ hasText: 'Exercise: nothing moves out' });
  const [lesson] = await Promise.all([page.waitForEvent('popup'), entry.getByRole('link').click()]);
  await lesson.getByRole('heading', { name: 'Exercise: nothing moves out' }).waitFor();
  await lesson.close();
  await page.getByRole('link', { name: 'Handout' }).click();
  await page.getByText('All numbers were computed').waitFor({ timeout: 240_000 });
  await page.getByText('30,064 buffers').first().waitFor();
  assert.deepEqual({ asked, complaints }, { asked: [], complaints: [] });
  await close();
});
