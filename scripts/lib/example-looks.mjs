// What is looked at in an example's pages: that the embed shows its step, and that stepping works, both ways.
import assert from 'node:assert/strict';
import { differences } from '../../tests/e2e/lib/described.mjs';
import { pictureIn, showsStep } from '../../tests/e2e/lib/embed.mjs';

const ask = (page, selector, what) =>
  page.evaluate(([which, name]) => document.querySelector(which)[name](), [selector, what]);

/** A page: the element is asked to step. */
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
