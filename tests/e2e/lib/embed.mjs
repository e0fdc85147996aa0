// What is in an embed of a page, for tests and for the examples.
import { described, differences } from './described.mjs';

/** ms that a first step may take: on a slow machine the engine is compiled in that time. */
export const PATIENCE = 120_000;

/** Waits until an embed is a frame that shows a step, and has drawn it. */
export const showsStep = (page, selector, step) =>
  page.waitForFunction(
    async ([which, wanted]) => {
      const element = document.querySelector(which);
      const iframe = element?.shadowRoot?.querySelector('iframe');
      if (!iframe) return false;
      const state = await element.state().catch(() => null);
      return state?.step === wanted && !iframe.contentDocument.querySelector('.wait');
    },
    [selector, step],
    { timeout: PATIENCE, polling: 100 },
  );

/** What is drawn in a part of an embed, in words, once it is drawn: twice the same. */
export async function pictureIn(page, selector, part = '[aria-label=Stage]') {
  const iframe = await page.locator(`${selector} iframe`).elementHandle();
  const frame = await iframe.contentFrame();
  for (let last = []; ;) {
    const now = await described(frame, part);
    if (now.length > 0 && differences(last, now).length === 0) return now;
    last = now;
    await page.waitForTimeout(100);
  }
}
