// What the sentence under the timeline names is in view at every frame that a lesson's step plays, at every size. All
// of them take a quarter of an hour: `npm run visible`; `npm run visible -- pointer 360x740 frame` looks at a lesson, and
// at two sizes. Else a sample is looked at.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open, ready, serve, visit } from './lib/page.mjs';
import { install } from './lib/visible.mjs';

const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const ids = [...list.matchAll(/id: '([\w-]+)'/g)].map((m) => m[1]);
const words = process.env.VISIBLE?.split(' ').filter(Boolean);
/** What was asked for; undefined: nothing, so the sample. */
const asked = words?.filter((word) => !/^(\d+x\d+|frame)$/.test(word));
const at = words?.filter((word) => !asked.includes(word)) ?? [];

const SIZES = [
  [360, 740],
  [768, 1024],
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
];
const FRAME = [960, 540];

/** A sample: steps of each kind, at the sizes where there is least room. */
const SAMPLE = { pages: [0], pointer: [0], curse: [1] };
const lessons = asked ? (asked.length === 0 ? ids : asked) : Object.keys(SAMPLE);
const sizes = asked
  ? SIZES.filter((size) => at.length === 0 || at.includes(size.join('x')))
  : SIZES.slice(0, 3);
const framed = at.length === 0 || at.includes('frame');
/** At most so many frames of a passage are looked at, evenly spread. */
const MOST = asked ? 120 : 24;

const place = serve();

const idle = (page) =>
  page.waitForFunction(
    () =>
      globalThis.toastscope?.session.status === 'ready' &&
      !document.querySelector('nav[aria-label=Steps] .dot:disabled'),
    null,
    { timeout: 120_000 },
  );

/** Looks at the frames of the passage that was played last. */
async function watch(page, label) {
  const passage = await page.evaluate(() => globalThis.passage);
  if (!passage) return [];
  const faults = await page.evaluate(
    async ({ from, to, most }) => {
      const found = [];
      await globalThis.settled();
      const stride = Math.max(1, Math.ceil((to - from + 1) / most));
      for (let at = from; at <= to; at += stride) {
        const fault = await globalThis.lookAt(at);
        if (fault) found.push(`frame ${at}: ${fault}`);
      }
      globalThis.toastscope.session.timeline.pause();
      return found;
    },
    { ...passage, most: MOST },
  );
  return faults.map((fault) => `${label}, ${fault}`);
}

for (const id of lessons) {
  const skip = sizes.length === 0;
  test(`${id}: what is spoken of is in view`, { timeout: 900_000, skip }, async () => {
    const { page, complaints } = await open(place, { at: `#/lesson/${id}` });
    await idle(page);
    await page.evaluate(install);
    const dots = page.locator('nav[aria-label=Steps] .dot');
    await dots.first().waitFor();
    const steps = asked ? [...Array(await dots.count()).keys()] : SAMPLE[id];
    const faults = [];
    for (const step of steps) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await dots.nth(step).click();
      await idle(page);
      const run = page.getByRole('button', { name: /^Run it/ });
      if (!(await run.count())) continue;
      await page.evaluate(() => (globalThis.passage = null));
      await run.click();
      await page.locator('.outcome').waitFor({ timeout: 120_000 });
      await idle(page);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        faults.push(...(await watch(page, `${id}/${step + 1} at ${width} × ${height}`)));
      }
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(complaints, []);
  });

  test(`${id}: in a frame too`, { timeout: 900_000, skip: !framed }, async () => {
    const [width, height] = FRAME;
    const { page } = await visit(place, {
      at: `embed.html?lesson=${id}`,
      viewport: { width, height },
    });
    await page.waitForFunction(() => globalThis.toastscope?.session.status === 'ready');
    const count = await page.evaluate(() => globalThis.toastscope.run.lesson.steps.length);
    const faults = [];
    for (const step of asked ? Array(count).keys() : SAMPLE[id]) {
      await page.goto('about:blank');
      await page.goto(`${place.address}embed.html?lesson=${id}&step=${step + 1}`);
      await page.getByRole('button', { name: 'Next step' }).waitFor();
      await page.waitForFunction(() => globalThis.toastscope?.run.settled, null, {
        timeout: 120_000,
      });
      await ready(page);
      await page.getByTestId('timeline').or(page.getByText('Nothing is stored yet')).waitFor();
      await page.evaluate(install);
      await page.evaluate(() => globalThis.toastscope.run.watch());
      faults.push(...(await watch(page, `${id}/${step + 1} in a frame`)));
    }
    assert.deepEqual(faults, []);
  });
}
