// What the configurator offers: recorded/views.json beside what a frame shows where a step rests. A view that is offered
// at a step shows something, one that is not has nothing to show. `OFFERED=all node --test tests/e2e/configurator-views.test.mjs`
// looks at every view at every step of every lesson, which takes some minutes; else at a sample.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ready, start, visit } from './lib/page.mjs';

const place = {};
before(async () => Object.assign(place, await start()));
after(() => place.close?.());

/** What is drawn of each view, when something is. */
const DRAWN = {
  row: '[data-part=row] :is(svg, table, [data-testid=page], [data-testid=replay])',
  pages: '[data-part=pages] canvas',
  index: '[data-part=pages] canvas',
  buffers: '[data-part=buffers] :is([data-counter], .total)',
  log: '[data-part=log] svg rect',
  inspector: '[data-testid=inspector] .panes',
  chart: 'figure svg',
};

/**
 * Whether a view of a lesson (by its number) is looked at: with `OFFERED=all` every one is; without it each view in every sixth
 * lesson, and different views in different lessons.
 */
const isAsked = (lesson, view) =>
  process.env.OFFERED === 'all' || lesson % 6 === Object.keys(DRAWN).indexOf(view) % 6;

/** ms within which a view shows what it has; pictures for which one that has nothing shows nothing. */
const SOON = 60_000;
const STAYS = 4;

/** Goes to a step; whether the view shows something there. */
const showsAt = (page, step, drawn, wanted) =>
  page.evaluate(
    async ([to, selector, shows, soon, stays]) => {
      const { show, session } = globalThis.toastscope;
      await show.goTo(to, false);
      /** Whether the view shows something. */
      const seen = () => {
        if (session.status !== 'ready' || document.querySelector('.part > .nothing-to-show'))
          return false;
        return [...document.querySelectorAll(selector)].some((e) => {
          const { width, height } = e.getBoundingClientRect();
          // Counters that are all 0 tell of nothing.
          const none = /^0( in all)?$/.test(e.textContent.trim());
          return !none && e.checkVisibility() && width > 2 && height > 2;
        });
      };
      const until = performance.now() + soon;
      for (let looks = 0; looks < stays || (shows && performance.now() < until); looks++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (seen() && shows) return true;
      }
      return seen();
    },
    [step, drawn, wanted, SOON, STAYS],
  );

describe('views are offered where they show something', { concurrency: 2 }, () => {
  for (const [view, drawn] of Object.entries(DRAWN)) {
    test(
      `${view}: it is offered at a step if it shows something there`,
      { timeout: 600_000 },
      async () => {
        const found = [];
        const { page, complaints } = await visit(place);
        const views = await (await fetch(`${place.address}recorded/views.json`)).json();
        for (const [id, steps] of Object.entries(views).filter((_, i) => isAsked(i, view))) {
          const address = `embed.html?lesson=${id}&view=${view}&controls=none&autoplay=0`;
          await page.goto(place.address + address);
          await page.waitForFunction(() => globalThis.toastscope?.run, null, { timeout: 60_000 });
          await ready(page);
          for (const [i, offered] of steps.entries()) {
            const shows = await showsAt(page, i, drawn, offered.includes(view));
            if (shows !== offered.includes(view))
              found.push(`${id}/${i + 1}: ${shows ? 'shown, not offered' : 'offered, not shown'}`);
          }
        }
        assert.deepEqual(found, []);
        assert.deepEqual(complaints, []);
        await page.context().close();
      },
    );
  }
});

test('a size is chosen by its name', async () => {
  const { page } = await visit(place, { at: 'embedding.html' });
  const sizes = page.getByLabel('size', { exact: true });
  const values = await sizes
    .locator('option')
    .evaluateAll((options) => options.map(({ value, text }) => [value, text]));
  for (const [value, text] of values) assert.equal(value, text);
  await sizes.selectOption('640 × 360');
  await page.getByTestId('snippet').getByText('640px').waitFor();
  await page.context().close();
});
