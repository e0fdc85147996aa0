// Checks an example's pages: the embed shows its step, and stepping works forwards and backwards.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from '../../tests/e2e/lib/drawing-words.mjs';
import { TIMEOUT, isDark, pictureIn, showsStep } from '../../tests/e2e/lib/embed.mjs';
import { shapesOnPages } from './example-paper.mjs';

/** A slide's title and bullets are fewer shapes than this; a step's picture is more. */
const PICTURE = 10;

/** Asks an element of the page for something. */
const ask = (page, selector, what) =>
  page.evaluate(([which, name]) => document.querySelector(which)[name](), [selector, what]);

/** Checks a page with an embed: asks the element to step forward and back. */
async function lookAtPage(page) {
  const which = 'toast-scope';
  await showsStep(page, which, 1);
  const first = await pictureIn(page, which);
  await ask(page, which, 'next');
  await showsStep(page, which, 2);
  await ask(page, which, 'back');
  await showsStep(page, which, 1);
  assert.deepEqual(differences(first, await pictureIn(page, which)), [], 'the first step again');
}

/** Checks that the page as the server made it has the step's picture and words, with JavaScript switched off. */
async function lookWithoutJavascript(page, address, folder) {
  const context = await page.context().browser().newContext({ javaScriptEnabled: false });
  try {
    const plain = await context.newPage();
    await plain.goto(address);
    const picture = plain.locator('toast-scope picture img');
    await picture.scrollIntoViewIfNeeded();
    const [width, alt] = await picture.evaluate((img) =>
      img.decode().then(() => [img.naturalWidth, img.alt]),
    );
    assert.ok(width > 0, 'the picture of the step');
    assert.equal(alt, 'The stage after “A value leaves its row”');
    const words = plain.locator('toast-scope noscript');
    assert.ok(await words.isVisible(), 'the words are seen');
    assert.match(await words.innerText(), /A value leaves its row\s[^]*18 bytes/);
    await plain.screenshot({ path: join(folder, 'without-javascript.png') });
  } finally {
    await context.close();
  }
}

/** The switch of each tool's own theme. */
const SWITCH =
  '.VPNavBarAppearance button, button[class*=toggleButton], starlight-theme-select select';

/** Checks that an embed is dark and light as the site's own switch says. */
async function lookAtThemes(page, folder) {
  const control = page.locator(SWITCH).locator('visible=true').first();
  const select = (await control.evaluate(({ tagName }) => tagName)) === 'SELECT';
  /** Whether the site is dark. */
  const dark = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  /** Turns the site dark or light. */
  const turn = async (to) => {
    if (select) await control.selectOption(to);
    for (let pressed = 0; !select && (await dark()) !== (to === 'dark') && pressed < 3; pressed++)
      await control.click();
    assert.equal(await dark(), to === 'dark', 'the site itself');
    await isDark(page, to === 'dark');
    await page.screenshot({ path: join(folder, `seen-${to}.png`) });
  };
  await turn('dark');
  await turn('light');
}

/** Checks a component: as a page, in both themes, without JavaScript; then the plain tag on a page of its own. */
async function lookAtComponent(page, address, folder, { tag }) {
  await lookAtPage(page);
  await lookAtThemes(page, folder);
  await lookWithoutJavascript(page, address, folder);
  await page.goto(address + tag);
  await lookAtPage(page);
}

/** Checks a deck: arrow keys go through the steps, leave the slide, and come back to the steps. */
async function lookAtDeck(page, which) {
  /** Presses a key and waits as a person does: some decks ignore keys while a slide comes. */
  const press = async (key) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(600);
  };
  await press('ArrowRight');
  await showsStep(page, which, 1);
  const first = await pictureIn(page, which);
  await press('ArrowRight');
  await showsStep(page, which, 2);
  assert.notDeepEqual(differences(first, await pictureIn(page, which)), [], 'another picture');
  await press('ArrowLeft');
  await showsStep(page, which, 1);
  assert.deepEqual(differences(first, await pictureIn(page, which)), [], 'the first step again');
  for (const key of ['ArrowRight', 'ArrowRight']) await press(key);
  await showsStep(page, which, 3);
  // On to the next slide, and back.
  const left = await pictureIn(page, which);
  await press('ArrowRight');
  await press('ArrowLeft');
  await showsStep(page, which, 3);
  assert.deepEqual(differences(left, await pictureIn(page, which)), [], 'as it was left');
}

/** Waits until each embed shows the picture of its step instead of a frame, as in an overview of slides or on paper. */
const waitForPictures = (within) =>
  within.waitForFunction(
    () => {
      const all = [...document.querySelectorAll('toast-scope')];
      return (
        all.length > 0 &&
        all.every(({ shadowRoot }) => {
          const picture = shadowRoot?.querySelector('img');
          return picture?.complete && !shadowRoot.querySelector('iframe');
        })
      );
    },
    null,
    { timeout: TIMEOUT },
  );

/** Checks a reveal.js deck backwards; then its speaker window with the current and the next slide. */
async function lookAtReveal(page, which) {
  await page.keyboard.press('o');
  await waitForPictures(page);
  await page.keyboard.press('o');
  await showsStep(page, which, 3);
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  await speaker.locator('#upcoming-slide iframe').waitFor();
  for (const slide of ['#current-slide', '#upcoming-slide']) {
    const iframe = await speaker.locator(`${slide} iframe`).elementHandle();
    await waitForPictures(await iframe.contentFrame());
  }
  await speaker.close();
}

/** Checks a deck's PDF: each step has its own page with its picture, and no frame. */
async function lookAtPaper(page, address, steps, folder) {
  await page.goto(address);
  await page.waitForFunction(
    (wanted) => {
      const all = [...document.querySelectorAll('toast-scope')];
      const drawn = all.every(({ shadowRoot }) => {
        const picture = shadowRoot?.querySelector('img');
        return picture?.complete && !shadowRoot.querySelector('iframe');
      });
      const steps = all.map(
        ({ shadowRoot }) =>
          /\/(\d+)\.light\.svg/.exec(shadowRoot?.querySelector('img')?.src ?? '')?.[1],
      );
      return drawn && steps.join() === wanted;
    },
    steps.join(),
    { timeout: TIMEOUT },
  );
  // The first page and the last have a title alone.
  await print(page, folder, [false, ...steps.map(() => true), false]);
}

/** Prints a deck to a PDF; `wanted` says which of its pages must have a picture. */
async function print(page, folder, wanted) {
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  writeFileSync(join(folder, 'printed.pdf'), paper);
  assert.doesNotMatch(paper.toString('latin1'), /\/Subtype\s*\/Image\b/, 'vectors only');
  const shapes = shapesOnPages(paper);
  assert.deepEqual(
    shapes.map((count) => count > PICTURE),
    wanted,
    `a picture on each step's page: ${shapes.join(', ')} shapes`,
  );
}

export const LOOKS = {
  page: lookAtPage,
  component: lookAtComponent,
  /** Checks the deck of reveal.js. */
  async reveal(page, site, folder) {
    const which = 'section:nth-of-type(2) toast-scope';
    await lookAtDeck(page, which);
    await page.screenshot({ path: join(folder, 'slide.png') });
    await lookAtReveal(page, which);
    await lookAtPaper(page, `${site}?print-pdf`, [1, 2, 3, 1, 2, 3], folder);
  },
  /** Checks the deck of Slidev. */
  async slidev(page, site, folder) {
    await lookAtDeck(page, '[data-slidev-no="2"] toast-scope');
    await page.screenshot({ path: join(folder, 'slide.png') });
    await lookAtPaper(page, `${site}?print=clicks#/export`, [1, 2, 3, 1, 2, 3], folder);
  },
  /** Checks the deck of Marp. */
  async marp(page, _, folder) {
    await page.keyboard.press('ArrowRight');
    await showsStep(page, 'section[id="2"] toast-scope', 1);
    await page.keyboard.press('ArrowRight');
    await showsStep(page, 'section[id="3"] toast-scope', 2);
    assert.match(page.url(), /#3$/);
    await print(page, folder, [false, true, true]);
  },
};
