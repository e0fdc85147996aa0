// Finds what an embed shows on a page, for tests and for the checks of the examples.
import { described, differences } from './drawing-words.mjs';

/** ms that a first step may take: on a slow machine the engine is compiled in that time. */
export const TIMEOUT = 60_000;

/** The step that an embed shows, once it has drawn it; what else it is, in words. */
const shown = (page, selector) =>
  page.evaluate(async (which) => {
    const element = document.querySelector(which);
    if (!element) return 'not there';
    const iframe = element.shadowRoot?.querySelector('iframe');
    if (!iframe) return 'a picture';
    const state = await element.state().catch(() => null);
    return state === null || iframe.contentDocument.querySelector('.wait') ? 'busy' : state.step;
  }, selector);

/**
 * Waits until an embed is a frame that shows this step, asking again and again, since `waitForFunction` takes
 * no promise for an answer.
 */
export async function showsStep(page, selector, step) {
  const until = Date.now() + TIMEOUT;
  for (;;) {
    const now = await shown(page, selector);
    if (now === step) return;
    if (Date.now() > until) throw new Error(`${selector} is at ${now}, not at step ${step}.`);
    await page.waitForTimeout(100);
  }
}

/** Describes what is drawn in a part of an embed, once two descriptions in a row are equal. */
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

/** Waits until the background of the stage is dark (`dark`) or light. */
export const isDark = (page, dark) =>
  page.waitForFunction(
    (wanted) => {
      const { shadowRoot } = document.querySelector('toast-scope');
      const inner = shadowRoot.querySelector('iframe').contentDocument;
      const [red] = /\d+/.exec(getComputedStyle(inner.documentElement).backgroundColor);
      return Number(red) < 128 === wanted;
    },
    dark,
    { timeout: TIMEOUT },
  );
