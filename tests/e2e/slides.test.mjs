// Slides: arrow keys drive a reveal.js deck and what is embedded in it, forwards and backwards; a slide that was left
// comes back where it was; previews and paper have pictures only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesOnPages } from '../../scripts/lib/example-paper.mjs';
import { serveDeck } from './lib/deck.mjs';
import { measureType, smallerThan } from './lib/drawn-type.mjs';
import { differences } from './lib/drawing-words.mjs';
import { pictureIn, showsStep } from './lib/embed.mjs';
import { serve } from './lib/page.mjs';

const place = serve();

const SLIDES = `
<section id="first"><h2>First</h2></section>
<section id="stage">
  <toast-scope lesson="pointer" data-steps="1-3" controls="none" autoplay="0"></toast-scope>
</section>
<section id="own">
  <p class="fragment" data-step="2">Two</p>
  <p class="fragment">Nothing happens</p>
  <toast-scope lesson="threshold" controls="none" autoplay="0"></toast-scope>
</section>
<section id="last"><h2>Last</h2></section>
<section id="end"><h2>End</h2></section>`;

/** Opens a deck of reveal.js that keeps only the neighbours of the shown slide in the page (`viewDistance`). */
async function openDeck(at = '', slides = SLIDES, config = {}) {
  const context = await place.browser.newContext({
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
  });
  await serveDeck(context, slides, {
    viewDistance: 2,
    hash: true,
    width: 1280,
    height: 720,
    ...config,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${place.address}deck.html${at}`);
  await page.waitForFunction(() => globalThis.deck?.isReady());
  return { page, complaints };
}

/** The selector of a slide's element. */
const scope = (slide) => `#${slide} toast-scope`;

/** Waits until a slide's element shows a step. */
const shows = (page, slide, step) => showsStep(page, scope(slide), step);
/** The picture of a slide's element. */
const picture = (page, slide) => pictureIn(page, scope(slide));

/** For each element, whether it has a frame. */
const framesIn = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('toast-scope')].map(
      (element) => element.shadowRoot?.querySelector('iframe') !== null,
    ),
  );

/** The steps whose pictures are there. */
const pictured = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('toast-scope')].map((element) => element.getAttribute('step')),
  );

test('arrow keys drive deck and embed, forwards and backwards', { timeout: 120_000 }, async () => {
  const { page, complaints } = await openDeck();
  await page.keyboard.press('ArrowRight');
  await shows(page, 'stage', 1);
  const one = await picture(page, 'stage');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'stage', 2);
  const two = await picture(page, 'stage');
  assert.notDeepEqual(two, one);
  await page.keyboard.press('ArrowRight');
  await shows(page, 'stage', 3);
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'stage', 2);
  assert.deepEqual(differences(two, await picture(page, 'stage')), [], 'the second step');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'stage', 1);
  assert.deepEqual(differences(one, await picture(page, 'stage')), [], 'the first step');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => globalThis.deck.getCurrentSlide().id), 'first');
  assert.deepEqual(complaints, []);
});

test('an embed follows the fragments that name a step', { timeout: 120_000 }, async () => {
  const { page } = await openDeck('#/own');
  await shows(page, 'own', 1);
  await page.keyboard.press('ArrowRight');
  await shows(page, 'own', 2);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => globalThis.deck.getIndices().f), 1);
  await shows(page, 'own', 2);
});

test('a slide that was unloaded comes back where it was', { timeout: 120_000 }, async () => {
  const { page } = await openDeck('#/stage/0');
  await shows(page, 'stage', 2);
  const at = await page.evaluate(async (selector) => {
    const element = document.querySelector(selector);
    return (await element.seek((await element.state()).at - 3)).at;
  }, scope('stage'));
  const left = await picture(page, 'stage');
  await page.evaluate(() => globalThis.deck.slide(4));
  await page.waitForFunction(
    (selector) => !document.querySelector(selector).shadowRoot.querySelector('iframe'),
    scope('stage'),
  );
  // reveal.js shows all fragments of a slide that one has passed; back at the one that it was left with, the frame is.
  await page.evaluate(() => globalThis.deck.slide(1, 0, 0));
  await shows(page, 'stage', 2);
  const state = await page.evaluate(
    (selector) => document.querySelector(selector).state(),
    scope('stage'),
  );
  assert.deepEqual([state.step, state.at], [2, at]);
  assert.deepEqual(differences(left, await picture(page, 'stage')), []);
});

test('keys that the frame has no use for go to the deck', { timeout: 120_000 }, async () => {
  const { page } = await openDeck('#/stage');
  await shows(page, 'stage', 1);
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
  await page.locator(`${scope('stage')} iframe`).evaluate((iframe) => iframe.focus());
  await page.keyboard.press('ArrowRight');
  await shows(page, 'stage', 2);
});

test('the overview has pictures, and no frame', { timeout: 120_000 }, async () => {
  const { page } = await openDeck('#/stage/0');
  await shows(page, 'stage', 2);
  await page.evaluate(() => globalThis.deck.toggleOverview(true));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('toast-scope')].every(
      (element) => !element.shadowRoot.querySelector('iframe'),
    ),
  );
  assert.deepEqual(await pictured(page), ['2', '1']);
  await page.evaluate(() => globalThis.deck.toggleOverview(false));
  await shows(page, 'stage', 2);
});

test('the speaker’s window has the pictures of the steps', { timeout: 120_000 }, async () => {
  const { page } = await openDeck('?receiver#/stage');
  assert.deepEqual(await framesIn(page), [false, false]);
  await page.evaluate(() => globalThis.deck.next());
  await page.waitForFunction(
    (selector) => document.querySelector(selector).getAttribute('step') === '2',
    scope('stage'),
  );
  assert.deepEqual(await framesIn(page), [false, false]);
});

test('printed, each step is a page with its picture as vectors', { timeout: 120_000 }, async () => {
  const { page } = await openDeck('?print-pdf');
  await page.waitForFunction(() => document.querySelectorAll('.pdf-page').length === 9);
  assert.deepEqual(await pictured(page), ['1', '2', '3', null, '2', '2']);
  assert.deepEqual(new Set(await framesIn(page)), new Set([false]));
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('toast-scope')].map((element) =>
        element.shadowRoot.querySelector('img').decode(),
      ),
    ),
  );
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 9);
  assert.equal(pdf.match(/\/Subtype\s*\/Image\b/g), null);
});

const OWN = `CREATE TABLE t (id int, a text, b text);
ALTER TABLE t ALTER a SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, repeat('x', 3000), repeat('y', 3000) FROM generate_series(1, 30) i;
DELETE FROM t WHERE id % 3 = 0;`;

test('SQL of one’s own is a slide too: to its end, and printed as vectors', async () => {
  const own = `<section><h2>Own</h2></section>
    <section id="own"><toast-scope script="${OWN}" controls="none"></toast-scope></section>
    <section id="row"><toast-scope script="${OWN}" view="row" data-steps="3,4" controls="none"></toast-scope></section>`;
  const { page } = await openDeck('', own);
  await page.keyboard.press('ArrowRight');
  await shows(page, 'own', 4);

  await page.goto(`${place.address}deck.html?print-pdf`);
  await page.waitForFunction(() => document.querySelectorAll('.pdf-page').length === 4);
  const elements = await page.evaluate(() =>
    [...document.querySelectorAll('toast-scope')].map((element, i) => (element.id = `at${i}`)),
  );
  assert.equal(elements.length, 3);
  for (const [i, step] of [4, 3, 4].entries()) await showsStep(page, `#${elements[i]}`, step);
  await page.waitForTimeout(1000);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  assert.equal(pdf.toString('latin1').match(/\/Subtype\s*\/Image\b/g), null, 'vectors only');
  const [title, ...shapes] = shapesOnPages(pdf);
  for (const count of shapes) assert.ok(count > 15 && title < 10, `${title}, ${shapes} shapes`);
  // After that all is as it was.
  const canvas = page.frameLocator(`#${elements[0]} iframe`).locator('[data-part=pages] canvas');
  await canvas.first().waitFor({ state: 'visible' });
});

test('the arrows of the deck lie on nothing that an embed says', async () => {
  const slide = `<section id="arrows">
    <toast-scope class="r-stretch" lesson="threshold" step="1" controls="minimal" autoplay="0"
      style="height: 700px"></toast-scope></section><section></section>`;
  const { page } = await openDeck('', slide);
  await shows(page, 'arrows', 1);
  const count = page.frameLocator(`${scope('arrows')} iframe`).getByText(/^1 of \d$/);
  const said = await count.boundingBox();
  assert.ok(said && said.width > 0);
  const arrows = await page.locator('.reveal .controls button').all();
  assert.equal(arrows.length, 4);
  for (const arrow of arrows) {
    const box = await arrow.boundingBox();
    const apart =
      !box ||
      said.x + said.width < box.x ||
      said.x > box.x + box.width ||
      said.y + said.height < box.y ||
      said.y > box.y + box.height;
    assert.ok(apart, `${JSON.stringify(said)} under ${JSON.stringify(box)}`);
  }
});

/** px that the smallest words of a slide have on a screen of 720 px. */
const FROM_THE_LAST_ROW = 24;
const READ = [
  ['pointer', 2, 'stage', 'none'],
  ['threshold', 1, 'stage', 'minimal'],
  ['curse', 5, 'stage', 'none'],
  ['pointer', 2, 'row', 'minimal'],
  ['pages', 3, 'pages', 'minimal'],
  ['wal', 2, 'log', 'none'],
];

test('what a slide shows is read from the last row, and whole', { timeout: 240_000 }, async () => {
  const slides = READ.map(
    ([lesson, step, view, controls], i) => `<section id="read${i}"><h3>A title</h3>
      <toast-scope class="r-stretch" style="height: 634px" lesson="${lesson}" step="${step}"
        view="${view}" controls="${controls}" autoplay="0"></toast-scope></section>`,
  ).join('');
  const { page } = await openDeck('', slides, { margin: 0.08, viewDistance: 1 });
  for (const [i, [lesson, step, view]] of READ.entries()) {
    await page.evaluate((to) => globalThis.deck.slide(to), i);
    await shows(page, `read${i}`, step);
    await picture(page, `read${i}`);
    const iframe = await page.locator(`${scope(`read${i}`)} iframe`).elementHandle();
    const scale = await iframe.evaluate((e) => e.getBoundingClientRect().width / e.offsetWidth);
    const frame = await iframe.contentFrame();
    const labels = await frame.evaluate(measureType);
    const label = `${lesson} ${step} ${view}`;
    const drawn = labels.map(({ text, px }) => ({ text, px: px * scale }));
    assert.ok(drawn.length > 4, label);
    assert.deepEqual(smallerThan(FROM_THE_LAST_ROW, drawn), [], label);
    const over = await frame.evaluate(() => {
      const stage = document.querySelector('[data-stage]');
      // What is drawn, without the space around it.
      const drawn = [...stage.querySelectorAll('svg, canvas, p, h2, h3, li, dd')];
      const bottoms = drawn
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect().bottom);
      return Math.max(...bottoms) - stage.getBoundingClientRect().bottom;
    });
    assert.ok(over <= 1, `${label}: ${over} px are cut`);
  }
});
