// What the sentence under the timeline names is in view at every frame that a lesson's step plays, and nothing on the
// stage is cut, scrolled away or set in type too small to read: at every size, in the presenter, in frames of other
// pages. `npm run visible`; `npm run visible -- pointer 390x844 present frame` looks at a lesson, at one size, in the
// presenter and in frames. Else a sample is looked at.
//
// A step runs once, from its recorded tape, and is looked at in one size after the other. To look is to wait for
// pictures, so several lessons are looked at side by side, and no picture is waited for where a sentence names nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { open, ready, start, visit } from './lib/page.mjs';
import { install } from './lib/visible.mjs';

const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const ids = [...list.matchAll(/id: '([\w-]+)'/g)].map((m) => m[1]);
const words = process.env.VISIBLE?.split(' ').filter(Boolean);
/** What was asked for; undefined: nothing, so the sample. */
const asked = words?.filter((word) => !/^(\d+x\d+|frame|present)$/.test(word));
const at = words?.filter((word) => !asked.includes(word)) ?? [];

const SIZES = [
  [360, 740],
  [390, 844],
  [768, 1024],
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
];
/** The sizes in px of frames in other pages. */
const FRAMES = [
  [720, 480],
  [360, 640],
  [960, 540],
];
/** The sizes in px of screens in the presenter. */
const ROOMS = [
  [1280, 720],
  [1920, 1080],
];
/** The smallest type that can be read in a window this wide, in px; less in a narrow one. */
const leastIn = (width) => (width <= 480 ? 11 : 12);
/** The smallest type that can be read from the back of a room, on a screen this high. */
const leastInRoom = (height) => (12 * height) / 540;

/** A sample: steps of each kind, at the sizes where there is least room. */
const SAMPLE = { pages: [0], pointer: [0], curse: [1] };
const lessons = asked ? (asked.length === 0 ? ids : asked) : Object.keys(SAMPLE);
const sizes = asked
  ? SIZES.filter((size) => at.length === 0 || at.includes(size.join('x')))
  : SIZES.slice(0, 6);
const framed = at.length === 0 || at.includes('frame');
const presented = at.length === 0 || at.includes('present');
/** At most so many frames of a passage are looked at, evenly spread. */
const MOST = asked ? 120 : 24;
/** How many lessons are open at a time. */
const ABREAST = asked ? 4 : 2;

/** What was looked at, for the line at the end. */
const seen = { steps: 0, frames: 0, named: 0, faults: 0 };

const place = {};
before(async () => Object.assign(place, await start()));
after(() => place.close?.());
after(() => {
  if (!asked) return;
  const at = [
    ...sizes.map((size) => size.join(' × ')),
    ...(framed ? ['frames'] : []),
    ...(presented ? ['the presenter'] : []),
  ];
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.log(
    `${lessons.length} lessons, ${seen.steps} steps, at ${at.join(', ')}: ${seen.frames} frames looked at, ` +
      `${seen.named} of them name what is drawn, ${seen.faults} do not show all of it; ${minutes} minutes.`,
  );
});

/** Waits until nothing runs and the steps can be chosen. */
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
  const { looked, named, faults } = await page.evaluate(
    ({ from, to, most }) => globalThis.lookThrough(from, to, most),
    { ...passage, most: MOST },
  );
  seen.frames += looked;
  seen.named += named;
  seen.faults += faults.length;
  return faults.map((fault) => `${label}, ${fault}`);
}

/** Runs each step of a lesson, and looks at it at all sizes; returns the faults. */
async function wholePage(id, page) {
  await idle(page);
  await install(page, 12);
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
    seen.steps++;
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate((least) => (globalThis.leastType = least), leastIn(width));
      faults.push(...(await watch(page, `${id}/${step + 1} at ${width} × ${height}`)));
    }
  }
  return faults;
}

/** Looks at each step of a lesson in a frame of its own; returns the faults. */
async function inFrame(id, page, [width, height]) {
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
    await page.locator('[data-stage]').waitFor();
    await install(page, leastIn(width));
    await page.evaluate(() => globalThis.toastscope.run.watch());
    faults.push(...(await watch(page, `${id}/${step + 1} in a frame of ${width} × ${height}`)));
  }
  return faults;
}

/** Looks at each step of a presented lesson, while it is shown and beside its answers; returns the faults. */
async function inRoom(id, page) {
  await page.waitForFunction(() => globalThis.toastscope?.session.status === 'ready');
  await install(page, 12);
  const count = await page.evaluate(() => globalThis.toastscope.run.lesson.steps.length);
  const faults = [];
  for (const step of asked ? Array(count).keys() : SAMPLE[id]) {
    await page.evaluate(() => (globalThis.passage = null));
    /** Goes to a beat of the step. */
    const go = (beat) =>
      page.evaluate((to) => globalThis.toastscope.present.go(to), { step, beat });
    await go('show');
    await page.waitForFunction(() => globalThis.toastscope.run.settled, null, { timeout: 120_000 });
    await ready(page);
    for (const beat of ['show', 'tell']) {
      if (beat === 'tell') await go(beat);
      await page.locator('[data-stage]').waitFor();
      for (const [width, height] of ROOMS) {
        await page.setViewportSize({ width, height });
        await page.evaluate((least) => (globalThis.leastType = least), leastInRoom(height));
        const label = `${id}/${step + 1} ${beat === 'show' ? 'played' : 'beside the answers'} at ${width} × ${height}`;
        faults.push(...(await watch(page, label)));
      }
    }
  }
  return faults;
}

describe('what is spoken of is in view', { concurrency: ABREAST }, () => {
  for (const id of lessons) {
    const whole = { timeout: 1_800_000, skip: sizes.length === 0 };
    test(`${id}`, whole, async () => {
      const { page, complaints } = await open(place, { at: `#/lesson/${id}` });
      assert.deepEqual(await wholePage(id, page), []);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });

    test(`${id}, in frames`, { timeout: 1_800_000, skip: !framed }, async () => {
      const faults = [];
      for (const [width, height] of asked ? FRAMES : FRAMES.slice(0, 2)) {
        const { page } = await visit(place, {
          at: `embed.html?lesson=${id}`,
          viewport: { width, height },
        });
        faults.push(...(await inFrame(id, page, [width, height])));
        await page.context().close();
      }
      assert.deepEqual(faults, []);
    });

    test(`${id}, in a room`, { timeout: 1_800_000, skip: !presented }, async () => {
      const [width, height] = ROOMS[0];
      const { page } = await visit(place, {
        at: `#/present/${id}`,
        viewport: { width, height },
      });
      assert.deepEqual(await inRoom(id, page), []);
      await page.context().close();
    });
  }
});
