// At 1280 by 720 no step of a lesson needs scrolling to find what runs it, what leads on, or the sentence that answers it.
// A sample of lessons; `ALL=1 node --test tests/e2e/without-scrolling.test.mjs` goes through all of them, `ALL="curse wal"` through some.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { open, serve } from './lib/page.mjs';
import {
  SIZE,
  goTo,
  outOfView,
  runButton,
  runStep,
  settled,
  stepsOf,
} from './lib/lesson-steps.mjs';

const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const ids = [...list.matchAll(/id: '([\w-]+)'/g)].map((m) => m[1]);
const { ALL = '' } = process.env;
const SAMPLE = ['curse', 'strategies'];
const lessons = ALL === '1' ? ids : ALL ? ALL.split(' ') : SAMPLE;

const FOOTER = ['nav[aria-label=Steps] button', 'nav[aria-label=Steps] a'];
/** What is asked, before the step runs. */
const ASKED = ['.guess', ...FOOTER];
/** What answers it. */
const ANSWERED = [
  '.answer',
  '.outcome > :nth-child(1 of .prose) > :first-child',
  '.exercise .primary',
  ...FOOTER,
];

const place = serve();

describe('in view without scrolling', () => {
  for (const id of lessons) {
    test(id, { timeout: 600_000 }, async () => {
      const { page } = await open(place, { at: `#/lesson/${id}`, viewport: SIZE, composed: true });
      const faults = [];
      /** Notes which of these elements are out of view. */
      const look = async (step, when, selectors) => {
        for (const words of await outOfView(page, selectors))
          faults.push(`${id} ${step + 1}, ${when}: ${words}`);
      };
      const count = await stepsOf(page);
      for (let step = 0; step < count; step++) {
        await goTo(page, step);
        await look(step, 'asked', ASKED);
        if (!(await runButton(page).count())) continue;
        await runStep(page);
        await settled(page);
        await look(step, 'answered', ANSWERED);
      }
      assert.deepEqual(faults, []);
    });
  }
});

test(
  'on a phone what runs a step is in view, above the timeline',
  { timeout: 600_000 },
  async () => {
    const viewport = { width: 390, height: 844 };
    const { page } = await open(place, { at: '#/lesson/curse', viewport, composed: true });
    const covered = [];
    const count = await stepsOf(page);
    for (let step = 0; step < count; step++) {
      await goTo(page, step);
      const button = runButton(page);
      const on = await button.evaluate((it) => {
        const { left, top, width, height } = it.getBoundingClientRect();
        return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      if (!on) covered.push(step + 1);
      await runStep(page);
      await settled(page);
    }
    assert.deepEqual(covered, []);
  },
);

for (const viewport of [SIZE, { width: 390, height: 844 }])
  test(`what tries an exercise is in view at ${viewport.width}, with nothing below it`, async () => {
    const { page } = await open(place, { at: '#/lesson/pages/6', viewport, composed: true });
    await page.getByRole('button', { name: /^Run it/ }).click();
    const tries = page.getByRole('button', { name: 'Try it' });
    await tries.waitFor();
    await settled(page);
    // The editor's middle stands at the foot of what is in view.
    const seen = await tries.evaluate(async (button) => {
      const editor = document.querySelector('.exercise .editor');
      const steps = document.querySelector('nav[aria-label=Steps]');
      const foot = () => steps.getBoundingClientRect().top;
      const { top, height } = editor.getBoundingClientRect();
      const by = top + height / 2 - foot();
      const region = document.querySelector('[role=region][aria-label=Lesson]');
      if (getComputedStyle(region).overflowY === 'visible') scrollBy(0, by);
      else region.scrollBy(0, by);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const box = button.getBoundingClientRect();
      const there = document.elementFromPoint(box.left + 5, box.bottom - 3);
      const below = document.elementFromPoint(box.left + 5, foot() - 2);
      return { button: button.contains(there), editor: editor.contains(below) };
    });
    assert.deepEqual(seen, { button: true, editor: false });
  });

test('on a phone the answer and its first sentences are in view, above the buttons', async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await open(place, { at: '#/lesson/ten-minutes', viewport, composed: true });
  const covered = [];
  const count = await stepsOf(page);
  for (let step = 0; step < count; step++) {
    await goTo(page, step);
    await runStep(page);
    await settled(page);
    const cut = await page.evaluate((selectors) => {
      const shown = (element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        return [top + 3, bottom - 3].every((y) => {
          const there = document.elementFromPoint(left + 5, y);
          return there !== null && element.contains(there);
        });
      };
      return document.querySelector(selectors) === null
        ? ['nothing']
        : [...document.querySelectorAll(selectors)]
            .filter((element) => !shown(element))
            .map((element) => element.textContent.trim().slice(0, 60));
    }, ANSWERED.slice(0, 2).join());
    covered.push(...cut.map((words) => `${step + 1}: ${words}`));
  }
  assert.deepEqual(covered, []);
});
