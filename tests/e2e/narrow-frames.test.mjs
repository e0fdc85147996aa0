// A frame in a column of text, or on a phone: every label that it shows is large enough to be read as it is drawn, and
// the picture is large.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureType, noteCanvasType, smallerThan } from './lib/drawn-type.mjs';
import { serve, visit } from './lib/page.mjs';

const place = serve();

/** In a column of text: as an author gave it, and sixteen to nine; a small frame; a phone. */
const FRAMES = [
  [720, 480],
  [720, 405],
  [640, 360],
  [360, 640],
];
/** px of the smallest label. */
const LEAST = 11;

/** Every view that the configurator offers: its name, its address, its picture, and whether that is most of it. */
const VIEWS = [
  ['stage', 'lesson=threshold&step=2', '.part', true],
  ['stage of many pages', 'lesson=curse&step=5', '.part', true],
  ['row', 'lesson=pointer&step=2&view=row', '.part', true],
  ['pages', 'lesson=pointer&step=2&view=pages', '.part', true],
  ['index', 'lesson=pointer&step=3&view=index', '.part', true],
  ['buffers', 'lesson=pointer&step=2&view=buffers', '.part', true],
  ['log', 'lesson=wal&step=2&view=log', '.part', true],
  ['chart', 'lesson=slices&step=CHART&view=chart', 'figure', true],
  ['lesson', 'lesson=pointer&step=2&view=lesson', '[data-testid=step]', false],
  ['console', "view=console&script=SELECT 'toast';", '[data-testid=output]', false],
  ['inspector', 'lesson=pointer&step=2&view=inspector', '.panes', true],
  ['compare', 'view=compare', '.stages', true],
  ['lab strategies', 'view=lab&lab=strategies', '.plot svg', true],
  ['lab compression', 'view=lab&lab=compression', '.picture svg', true],
  ['lab text', 'view=lab&lab=text', '.picture svg', true],
  ['lab append', 'view=lab&lab=append', '.picture svg', true],
  ['lab archive', 'view=lab&lab=archive', 'svg[data-chart]', true],
  ['lab segment', 'view=lab&lab=segment', '.segment-map', false],
  ['lab clients', 'view=lab&lab=clients', '.bars', false],
  ['lab depth', 'view=lab&lab=depth', 'svg[data-chart]', true],
  ['lab whole', 'view=lab&lab=whole', '.picture svg', true],
];

/** The share of the frame's height, and of its width, in which something is seen. */
const shareOf = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      const height = (Math.min(innerHeight, bottom) - Math.max(0, top)) / innerHeight;
      return { height, width: width / innerWidth };
    });

/** Waits until what a view shows at first has run: on both sides, where there are two. */
const atRest = (page) =>
  page.waitForFunction(
    () => {
      const { session, pair } = globalThis.toastscope ?? {};
      return pair ? pair.length > 0 && !pair.busy : session?.status === 'ready';
    },
    null,
    { timeout: 120_000 },
  );

/** The labels of the page, once neither they nor their sizes change for half a second. */
async function labelsAtRest(page) {
  let [labels, since] = [[], Date.now()];
  for (const end = Date.now() + 30_000; Date.now() < end && Date.now() - since < 500;) {
    await page.waitForTimeout(100);
    const now = await page.evaluate(measureType);
    if (JSON.stringify(now) !== JSON.stringify(labels)) since = Date.now();
    labels = now;
  }
  return labels;
}

/** The step of the lesson “slices” that has a chart. */
async function chartStep(page) {
  await page.goto(`${place.address}embed.html?lesson=slices`);
  await page.waitForFunction(() => globalThis.toastscope?.run);
  return page.evaluate(() => globalThis.toastscope.run.lesson.steps.findIndex((s) => s.chart) + 1);
}

for (const [name, search, picture, large] of VIEWS) {
  test(`${name}: read in a narrow frame`, { timeout: 180_000 }, async () => {
    const { page } = await visit(place, { at: 'embedding.html' });
    await page.addInitScript(noteCanvasType);
    const asked = search.includes('CHART')
      ? search.replace('CHART', await chartStep(page))
      : search;
    for (const [width, height] of FRAMES) {
      await page.setViewportSize({ width, height });
      await page.goto(`${place.address}embed.html?${asked}&autoplay=0`);
      await page.locator(picture).first().waitFor({ timeout: 60_000 });
      if (!search.includes('view=lab')) await atRest(page);
      await page.evaluate(() => document.fonts.ready);
      const labels = await labelsAtRest(page);
      assert.ok(labels.length > 2, `${width} x ${height}: ${labels.length} labels`);
      assert.deepEqual(smallerThan(LEAST, labels), [], `${width} x ${height}`);
      // Too low for two stages: there their numbers come first.
      if (!large || (name === 'compare' && height < 400)) continue;
      const share = await shareOf(page, picture);
      // A chart keeps its proportions: it is as large as the frame's width lets it be.
      const fills = share.height >= 0.4 || (name === 'chart' && share.width >= 0.9);
      assert.ok(fills, `${picture} has ${JSON.stringify(share)} of ${width} x ${height}`);
    }
  });
}

test('each statement has its mark in the timeline’s strip, also one that failed', async () => {
  const at = 'embed.html?lesson=toaster-api&step=5&autoplay=0';
  const { page } = await visit(place, { at });
  await page.waitForFunction(() => globalThis.toastscope?.run.settled, null, { timeout: 60_000 });
  const strip = await page.locator('.steps').evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const marks = [...element.querySelectorAll('i')].map((mark) => mark.getBoundingClientRect());
    const failed = element.querySelectorAll('.failed').length;
    return { failed, outside: marks.filter((m) => m.top < top || m.bottom > bottom).length };
  });
  assert.ok(strip.failed > 0);
  assert.equal(strip.outside, 0);
});

for (const view of ['view=compare', 'view=lab&lab=text', 'lesson=pointer&step=2&view=lesson']) {
  test(`in a page’s column the element has its content’s height: ${view}`, async () => {
    const attributes = new URLSearchParams(view);
    const { page } = await visit(place, { at: 'embedding.html' });
    await page.setViewportSize({ width: 760, height: 900 });
    await page.evaluate(
      (given) => {
        const element = document.createElement('toast-scope');
        for (const [name, value] of given) element.setAttribute(name, value);
        element.setAttribute('loading', 'eager');
        element.id = 'tall';
        element.style.width = '720px';
        document.body.replaceChildren(element);
      },
      [...attributes],
    );
    // It has found its height once nothing in it scrolls and it stays.
    /** The embed's height, and by how much what is inside it is higher; null before it is there. */
    const within = () =>
      page.locator('#tall').evaluate((element) => {
        const inside = element.shadowRoot?.querySelector('iframe')?.contentDocument;
        const box = inside?.querySelector('.beside, section.lesson > .body');
        if (!box) return null;
        return { height: element.offsetHeight, over: box.scrollHeight - box.clientHeight };
      });
    let last = null;
    for (let same = 0, tries = 0; same < 10 && tries < 300; tries++) {
      await page.waitForTimeout(100);
      const now = await within();
      same = now && last && now.height === last.height && now.height > 420 ? same + 1 : 0;
      last = now;
    }
    assert.ok(last.height > 420, `${last.height} px`);
    assert.ok(last.over <= 1, `${last.over} px scroll within ${last.height}`);
  });
}
