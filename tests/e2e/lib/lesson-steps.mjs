// Goes through the steps of a lesson as a learner does, at a common size of window.
import { ready } from './page.mjs';

export const SIZE = { width: 1280, height: 720 };

/** Waits until a step can be chosen. */
const idle = (page) =>
  page.waitForFunction(
    () =>
      globalThis.toastscope?.session.status === 'ready' &&
      document.querySelector('nav[aria-label=Steps] .dot:not(:disabled)[aria-current]'),
    null,
    { timeout: 120_000 },
  );

/** How many steps the lesson has that is open. */
export async function stepsOf(page) {
  await idle(page);
  return page.locator('nav[aria-label=Steps] .dot').count();
}

/** Goes to a step, from 0; those before it run. */
export async function goTo(page, step) {
  await idle(page);
  await page.locator('nav[aria-label=Steps] .dot').nth(step).click();
  await page.waitForFunction(
    (at) => document.querySelectorAll('nav[aria-label=Steps] .dot')[at]?.ariaCurrent === 'step',
    step,
    { timeout: 120_000 },
  );
  await idle(page);
  await settled(page);
}

/** The button that runs the current step, if it has SQL. */
export const runButton = (page) => page.getByRole('button', { name: /^Run it/ });

/** Runs the current step, and waits for its outcome. */
export async function runStep(page) {
  await runButton(page).click();
  await page.locator('.outcome').waitFor({ timeout: 120_000 });
  await ready(page);
}

/** Waits until everything that is loaded later is there, and no height changes any more. */
export async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    /** The heights of what may still grow. */
    const heightOf = () =>
      [...document.querySelectorAll('[data-testid=step], .outcome')]
        .map((e) => e.getBoundingClientRect().height)
        .join();
    /** Waits for the next picture of the browser. */
    const picture = () => new Promise((done) => requestAnimationFrame(done));
    let same = 0;
    for (let before = ''; same < 5;) {
      await picture();
      const now = heightOf();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

/** The texts of those of these elements that are out of view; missing elements do not count. */
export const outOfView = (page, selectors) =>
  page.evaluate((all) => {
    /** Whether an element can be seen within all that cuts it. */
    const shown = (element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const box = around.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      [left, top] = [Math.max(left, 0), Math.max(top, 0)];
      [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
      return right - left > width - 2 && bottom - top > height - 2;
    };
    return all
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .filter((element) => element.getClientRects().length > 0 && !shown(element))
      .map((element) => element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60));
  }, selectors);
