// What is looked at in an example's pages: that the embed shows its step, and that stepping works, both ways.
import assert from 'node:assert/strict';
import { differences } from '../../tests/e2e/lib/described.mjs';
import { PATIENCE, pictureIn, showsStep } from '../../tests/e2e/lib/embed.mjs';

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
  // As a person presses keys: some decks hear none while a slide comes.
  const press = async (key) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(600);
  };
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

/** On paper: each step has its own page, on which its picture is, and no frame. */
async function lookAtPaper(page, address, steps) {
  await page.goto(address);
  await page.waitForFunction(
    (wanted) => {
      const all = [...document.querySelectorAll('toast-scope')];
      const drawn = all.every(({ shadowRoot }) => {
        const picture = shadowRoot?.querySelector('img');
        return picture?.complete && !shadowRoot.querySelector('iframe');
      });
      return drawn && all.map((one) => one.getAttribute('step') ?? '1').join() === wanted;
    },
    steps.join(),
    { timeout: PATIENCE },
  );
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  assert.doesNotMatch(paper.toString('latin1'), /\/Subtype\s*\/Image\b/, 'vectors only');
}

export const LOOKS = {
  page: lookAtPage,
  async reveal(page, site) {
    await lookAtDeck(page, 'section:nth-of-type(2) toast-scope');
    await lookAtPaper(page, `${site}?print-pdf`, [1, 2, 3, 1, 2, 3]);
  },
  async slidev(page, site) {
    await lookAtDeck(page, '[data-slidev-no="2"] toast-scope');
    await lookAtPaper(page, `${site}?print=clicks#/export`, [1, 2, 3, 1, 2, 3]);
  },
  async marp(page) {
    await page.keyboard.press('ArrowRight');
    await showsStep(page, 'section[id="2"] toast-scope', 1);
    await page.keyboard.press('ArrowRight');
    await showsStep(page, 'section[id="3"] toast-scope', 2);
    assert.match(page.url(), /#3$/);
  },
};
