// What is looked at in an example's pages: that the embed shows its step, and that stepping works, both ways.
import assert from 'node:assert/strict';

/** ms that a first step may take: on a slow machine the engine is compiled in that time. */
const PATIENCE = 120_000;

/** Waits until the embed that is seen shows a step, and has drawn it. */
export async function showsStep(page, selector, step) {
  await page.waitForFunction(
    async ([which, wanted]) => {
      const element = document.querySelector(which);
      const iframe = element?.shadowRoot?.querySelector('iframe');
      if (!iframe?.contentDocument?.querySelector('#app :not(.wait)')) return false;
      return (
        !iframe.contentDocument.querySelector('.wait') && (await element.state()).step === wanted
      );
    },
    [selector, step],
    { timeout: PATIENCE, polling: 200 },
  );
}

/** The words of what is shown. */
export const words = (page, selector) =>
  page.evaluate(
    (which) =>
      document
        .querySelector(which)
        .shadowRoot.querySelector('iframe')
        .contentDocument.body.innerText.replace(/\s+/g, ' '),
    selector,
  );

const ask = (page, selector, what) =>
  page.evaluate(([which, name]) => document.querySelector(which)[name](), [selector, what]);

/** A page: the element is asked to step. */
async function lookAtPage(page) {
  const which = 'toast-scope';
  await showsStep(page, which, 1);
  await ask(page, which, 'next');
  await showsStep(page, which, 2);
  await ask(page, which, 'back');
  await showsStep(page, which, 1);
}

/** A deck: arrow keys go through the steps, away, and back to them. */
async function lookAtDeck(page, which) {
  const press = (key) => page.keyboard.press(key);
  await press('ArrowRight');
  await showsStep(page, which, 1);
  await press('ArrowRight');
  await showsStep(page, which, 2);
  await press('ArrowLeft');
  await showsStep(page, which, 1);
  for (const key of ['ArrowRight', 'ArrowRight']) await press(key);
  await showsStep(page, which, 3);
  // On to the next slide, and back.
  await press('ArrowRight');
  await press('ArrowLeft');
  await showsStep(page, which, 3);
}

export const LOOKS = {
  page: lookAtPage,
  reveal: (page) => lookAtDeck(page, 'section:nth-of-type(2) toast-scope'),
  slidev: (page) => lookAtDeck(page, '[data-slidev-no="2"] toast-scope'),
  async marp(page) {
    await page.keyboard.press('ArrowRight');
    await showsStep(page, 'section[id="2"] toast-scope', 1);
    await page.keyboard.press('ArrowRight');
    await showsStep(page, 'section[id="3"] toast-scope', 2);
    assert.match(page.url(), /#3$/);
  },
};
