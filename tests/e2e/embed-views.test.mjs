// Each view of a frame, at the sizes that frames have in documents and on slides: all of it can be seen, and the page
// does not scroll.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, ready, serve, visit } from './lib/page.mjs';

const SIZES = [
  [640, 360],
  [960, 540],
  [1280, 720],
  [1920, 1080],
];

const place = serve();

/** A view, its address, what it must show, and whether it is a picture, of which nothing at all scrolls. */
const VIEWS = [
  ['stage', 'lesson=threshold&step=2', '[data-part=row] svg', true],
  ['row', 'lesson=pointer&step=2&view=row', '[data-part=row] svg', true],
  ['pages', 'lesson=pointer&step=2&view=pages', '[data-part=pages] canvas', true],
  ['index', 'lesson=pointer&step=3&view=index', '[data-part=pages] canvas', true],
  ['buffers', 'lesson=pointer&step=2&view=buffers', '[data-counter=hit]', true],
  ['log', 'lesson=wal&step=2&view=log', '[data-part=log] svg', true],
  ['chart', 'lesson=slices&step=CHART&view=chart', 'figure svg', true],
  ['lesson', 'lesson=pointer&step=2&view=lesson', '[data-testid=step] h3', false],
  ['console', "view=console&script=SELECT 'toast';", '[data-testid=output]', false],
  ['inspector', 'lesson=pointer&step=2&view=inspector', '[data-testid=inspector] .panes', false],
  ['compare', 'view=compare', '.outcome, .stages', false],
  ['lab', 'view=lab&lab=strategies', '.results svg', false],
];

/** What scrolls although it should not: the page, and within a picture anything. */
const scrolls = (page, picture) =>
  page.evaluate((within) => {
    /** Whether an element's content is larger than the element. */
    const over = (e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
    const inner = within
      ? [...document.querySelectorAll('.part, .stage, .scene, .dock, .chart')]
      : [];
    return [document.documentElement, document.body, ...inner]
      .filter(over)
      .map((e) => `${e.className || e.localName} ${e.scrollHeight} > ${e.clientHeight}`);
  }, picture);

/** The number of the step with a chart. */
const chartStep = (page) =>
  page.evaluate(() => globalThis.toastscope.run.lesson.steps.findIndex((s) => s.chart) + 1);

for (const [view, search, thing, picture] of VIEWS) {
  test(`${view} fits its frame`, async () => {
    const address = picture ? `${search}&controls=none` : search;
    const { page, complaints } = await visit(place, {
      at: `embed.html?${address.replace('CHART', '1')}`,
      viewport: { width: 640, height: 360 },
    });
    if (search.includes('CHART')) {
      await page.waitForFunction(() => globalThis.toastscope?.run);
      const step = await chartStep(page);
      await page.goto(`${place.address}embed.html?${address.replace('CHART', step)}`);
    }
    await page.locator(thing).first().waitFor();
    if (view !== 'lab' && view !== 'compare') await ready(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // A picture finds its size within some frames.
      await page
        .waitForFunction(
          () =>
            ![...document.querySelectorAll('.stage, .scene, .dock')].some(
              (e) => e.scrollHeight > e.clientHeight + 1,
            ),
          null,
          { timeout: picture ? 3000 : 1 },
        )
        .catch(() => undefined);
      assert.deepEqual(await scrolls(page, picture), [], `${width} x ${height}`);
      const box = await page.locator(thing).first().boundingBox();
      assert.ok(box && box.width > 0 && box.height > 0, `${thing} at ${width} x ${height}`);
      if (width !== 960) continue;
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await checkAxe(page, `${view}, ${colorScheme}`);
      }
    }
    assert.deepEqual(complaints, []);
  });
}

test('before anything ran, keys scroll the empty stages of a comparison', async () => {
  const { page, complaints } = await visit(place, { viewport: { width: 960, height: 540 } });
  await page.route(/\.wasm|worker|recorded/, () => new Promise(() => undefined));
  await page.goto(`${place.address}embed.html?view=compare`);
  const stages = page.locator('[data-stage]');
  await stages.nth(1).waitFor();
  await checkAxe(page, 'compare, empty');
  await stages.first().focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('[data-stage]').scrollTop > 0);
  assert.deepEqual(complaints, []);
});

/** What a view is looked at for, and how much of it at least is seen in a low frame, in px. */
const LOW = [
  ['view=console&script=CREATE TABLE t (a int); SELECT 6 * 7 AS answer;', 'text=(1 row)', 12],
  ['view=compare', '[aria-label="Clock of both"][role=slider]', 16],
  ['view=compare', '[aria-label="Differences of the whole script"]', 120],
  ['view=lab&lab=text', '.picture svg', 160],
  ['view=lab&lab=strategies', '.plot svg', 40],
  ['view=lab&lab=clients', 'text=A stretch of the run', 12],
];

for (const [search, thing, least] of LOW) {
  test(`a frame of 640 x 360 has in view what came out: ${search.slice(0, 24)}, ${thing}`, async () => {
    const viewport = { width: 640, height: 360 };
    const { page, complaints } = await visit(place, { at: `embed.html?${search}`, viewport });
    const found = page.locator(thing).first();
    await found.waitFor();
    const box = await found.boundingBox();
    const seen = Math.min(viewport.height, box.y + box.height) - Math.max(0, box.y);
    assert.ok(seen >= least, `${seen} px are seen`);
    assert.deepEqual(complaints, []);
  });
}

test('a scale makes everything larger, and passes on what is said', async () => {
  const at = 'embed.html?lesson=threshold&step=2&controls=minimal&theme=dark';
  const { page } = await visit(place, {
    at: `${at}&scale=1.5`,
    viewport: { width: 960, height: 540 },
  });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Next step' }).waitFor();
  const button = await frame.getByRole('button', { name: 'Next step' }).boundingBox();
  assert.equal(Math.round(button.height), 48);
});

/** Calls a function with the first element that a selector finds, in the page; returns what it returns. */
const within = (page, selector, what) => page.locator(selector).first().evaluate(what);

test('a frame as large as a slide is drawn as much larger, and by a scale larger still', async () => {
  const at = 'embed.html?lesson=threshold&step=2&controls=minimal';
  const { page } = await visit(place, { at, viewport: { width: 1920, height: 1080 } });
  const button = page.getByRole('button', { name: 'Next step' });
  await button.waitFor();
  /** How much an element is enlarged. */
  const zoom = (element) => element.currentCSSZoom;
  assert.equal(await within(page, 'main.embed', zoom), 2);
  assert.deepEqual(await scrolls(page, true), []);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.waitForFunction(() => document.querySelector('main.embed').currentCSSZoom === 1);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${place.address}${at}&scale=1.5`);
  const scaled = page.frameLocator('iframe').getByRole('button', { name: 'Next step' });
  await scaled.waitFor();
  assert.equal(Math.round((await scaled.boundingBox()).height), 96, 'three times 32 px');
});

test('a map of many pages is drawn as large as there is room, and not smaller', async () => {
  const { page } = await visit(place, {
    at: 'embed.html?lesson=curse&step=2&view=pages&controls=none',
    viewport: { width: 960, height: 540 },
  });
  await page.locator('[data-part=pages] canvas').first().waitFor();
  await ready(page);
  await page.waitForTimeout(1000);
  const zoom = await within(page, '.rest', (element) => element.currentCSSZoom);
  assert.ok(zoom > 0.9, `drawn ${zoom} times as large`);
});

test('what cannot be shown is said in words', async () => {
  const { page } = await visit(place, { at: 'embed.html?lesson=nosuch' });
  await page.getByRole('alert').getByText('There is no lesson “nosuch”.').waitFor();
  await page.goto(`${place.address}embed.html?session=damaged!`);
  await page.getByRole('alert').getByText('The link').waitFor();
  await page.goto(`${place.address}embed.html?view=chart&lesson=pointer&step=1`);
  await page.getByText('This step has no chart.').waitFor();
});

test('a frame that waits for a click loads nothing before it', async () => {
  const { page } = await visit(place, { at: 'embed.html?lesson=threshold&loading=click' });
  /** How many files of embeds and modules were loaded. */
  const loaded = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /Embed|wasm/.test(name))
          .length,
    );
  await page.getByRole('button', { name: 'Start' }).waitFor();
  assert.equal(await loaded(), 0);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByTestId('timeline').waitFor();
});

test('a part that has nothing to show at a step says so, and the stage is shown', async () => {
  const { page, complaints } = await visit(place, {
    at: 'embed.html?lesson=curse&step=5&view=row&autoplay=0',
    viewport: { width: 720, height: 480 },
  });
  await page.waitForFunction(() => globalThis.toastscope?.run?.settled, null, { timeout: 60_000 });
  await ready(page);
  await page.getByText('there is nothing to show as “row”: this is the stage.').waitFor();
  await page.locator('[data-part=pages] canvas').first().waitFor();
  assert.deepEqual(complaints, []);
});

test('the log of a step that wrote none says so, also where it rests on a frame', async () => {
  const { page } = await visit(place, {
    at: 'embed.html?lesson=curse&step=4&view=log',
    viewport: { width: 720, height: 480 },
  });
  await page.waitForFunction(() => globalThis.toastscope?.run?.settled, null, { timeout: 60_000 });
  await page.getByText('Value 16389 is fetched.').waitFor();
  await page.getByText('there is nothing to show as “log”: this is the stage.').waitFor();
  await page.getByText('Value 16389 is read back from').waitFor();
});

test('a stage that is opened rests on the end of its step, until the reader wants to see it', async () => {
  const at = 'embed.html?lesson=pointer&step=1';
  const { page, complaints } = await visit(place, {
    at,
    viewport: { width: 720, height: 480 },
    reducedMotion: 'no-preference',
  });
  /** Whether the timeline plays. */
  const playing = () => page.evaluate(() => globalThis.toastscope.session.timeline.playing);
  await page.getByRole('button', { name: 'Show me' }).waitFor();
  await ready(page);
  assert.equal(await playing(), false);
  for (const name of ['Show me', 'Next step']) {
    await page.getByRole('button', { name }).click();
    await page.waitForFunction(() => globalThis.toastscope.session.timeline.playing);
  }
  await page.goto(`${place.address}${at}&autoplay=1`);
  await page.waitForFunction(() => globalThis.toastscope?.session.timeline.playing);
  assert.deepEqual(complaints, []);
});
