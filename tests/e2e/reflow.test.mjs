// Where there is little width (a projector; a window at 150 % and at 400 %) no button leaves its pane, and nothing scrolls
// sideways. Beside the stage a pane is narrower than the window says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWidth, ready, runSql, serve, visit } from './lib/page.mjs';

const place = serve();

/** Windows of 1024 px; of 1280 at 133 %, where the stage is still beside the text; at 150 % and at 400 %. */
const WIDTHS = [1024, 960, 853, 320, 305];
const PAGES = ['', '#/console', '#/lesson/pages', '#/strategies', '#/archive', '#/compare'];

/** The buttons and lists that reach out of what they stand in, where that does not scroll. */
const outside = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, a[href], summary')]
      .filter((control) => control.checkVisibility() && !control.closest('.hidden'))
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        for (let around = control.parentElement; around; around = around.parentElement) {
          const { overflowX, display } = getComputedStyle(around);
          if (/auto|scroll/.test(overflowX)) return false;
          const box = around.getBoundingClientRect();
          if (display !== 'contents' && display !== 'inline')
            if (right > box.right + 1.5 || left < box.left - 1.5) return true;
        }
        return false;
      })
      .map((control) => control.textContent.trim().slice(0, 30)),
  );

/** Waits until the page is drawn for its new width: what measures itself follows a few pictures later. */
const drawnAnew = (page) =>
  page.evaluate(async () => {
    for (let same = 0, before = -1; same < 6;) {
      await new Promise((done) => requestAnimationFrame(done));
      const { scrollWidth, scrollHeight } = document.documentElement;
      same = before === scrollWidth + scrollHeight ? same + 1 : 0;
      before = scrollWidth + scrollHeight;
    }
  });

for (const at of PAGES) {
  test(`${at || 'the start page'}: every button is in its pane`, async () => {
    const { page } = await visit(place, { at, composed: true });
    await page.waitForLoadState('networkidle');
    if (at === '#/console') {
      await ready(page);
      await runSql(page, 'CREATE TABLE t (a int);\nSELECT nope;');
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await drawnAnew(page);
      await checkWidth(page, `${width} px`);
      assert.deepEqual(await outside(page), [], `${width} px`);
    }
  });
}

test('the errors of a run are told first, and whole', async () => {
  const { page } = await visit(place, { at: '#/console', viewport: { width: 1024, height: 768 } });
  await ready(page);
  // Two of the server, and one of psql.
  await runSql(page, 'SELECT nope;\nSELECT nor_this;\n\\nothing');
  const state = page.locator('.state');
  assert.match(await state.innerText(), /^3 errors; /);
  assert.ok(await state.evaluate((words) => words.scrollWidth <= words.clientWidth));
});

test('beside the stage a step’s buttons keep to one line each', async () => {
  const viewport = { width: 1024, height: 768 };
  const { page } = await visit(place, { at: '#/lesson/pages', viewport });
  await page.locator('nav[aria-label=Steps] .dot').first().waitFor();
  const tops = await page.evaluate(() =>
    [...document.querySelectorAll('nav[aria-label=Steps] button')].map((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      const lines = new Set([...words.getClientRects()].map((line) => Math.round(line.top)));
      return { name: button.textContent.trim(), top: button.offsetTop, lines: lines.size };
    }),
  );
  assert.deepEqual(
    tops.filter(({ lines }) => lines > 1),
    [],
  );
  const dots = tops.filter(({ name }) => name === '').map(({ top }) => top);
  assert.equal(new Set(dots).size, 1, 'all dots in one row');
});
