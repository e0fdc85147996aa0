// The one file, opened from disk with the network off, and every request counted: the lessons are played, SQL is run, and
// nothing is asked of anybody. `npm run offline` plays all lessons; LESSONS=pages,curse some.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs';

const file = fileURLToPath(new URL('../../target/offline/toastscope.html', import.meta.url));
const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const all = [...list.matchAll(/id: '([\w-]+)'/g)].map((m) => m[1]);
const lessons = process.env.LESSONS?.split(',') ?? all;
const address = pathToFileURL(file).href;

let browser;
before(async () => {
  assert.ok(existsSync(file), 'npm run build makes it');
  browser = await chromium.launch(chromiumLaunch);
});
after(() => browser?.close());

/** A page of the file; what it asks for beside itself, and what it complains of. */
async function opened(fragment) {
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
  await page.goto(`${address}#/console`);
  await ready(page);
  const sql =
    "SET wal_compression = 'zstd'; CREATE TABLE t (v text); INSERT INTO t VALUES ($$x$$);";
  await page.evaluate((text) => globalThis.toastscope.session.run(text), sql);
  await ready(page);
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.failures.size), 0);
  await page.goto(`${address}#/strategies`);
  await page.waitForFunction(() => 'strategiesLab' in globalThis);
  assert.deepEqual({ asked, complaints }, { asked: [], complaints: [] });
  await close();
});
