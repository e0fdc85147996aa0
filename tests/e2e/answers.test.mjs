// No answer can be read off the page before its question was answered: not from the stage and its counters, not from
// the text, not from the summary.
//
//   ALL=1 node --test tests/e2e/answers.test.mjs      every lesson; without it a few
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open, serve } from './lib/page.mjs';

const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const all = [...list.matchAll(/id: '([\w-]+)'/g)].map((found) => found[1]);
const ids = process.env.ALL ? all : ['curse', 'wal', 'threshold'];

/** What stands there, and is no answer to read off: the same number of something else, or one to reckon with. */
const EXCUSED = new Map([
  ['pages/1: 8,192 bytes', 'the size of a page, which is what one has to find out that it takes'],
  ['rounds/4: 5 chunks', 'of two other values, on one page'],
  ['too-big/6: 48 bytes', 'free on a page of another table'],
  ['where/4: 4 chunks', 'of row 5, which is twice as long'],
  ['compressed-data/5: 500 buffers', 'written by VACUUM FULL for the TOAST table'],
  [
    'curse/2: 2,500 buffers',
    'written when the table was filled: its pages, which are to be reckoned with',
  ],
  ['updates/4: 2,457,600 bytes', 'what it was before; the question is what becomes of it'],
  [
    'vacuum-toast/3: 1,020 chunks',
    'how many were dead before; the question is how many of them still are',
  ],
  ['vacuum-toast/5: 0.1, the table’s', 'one of the choices, in the SQL that tells which'],
  ['vacuum-toast/6: 163,840 bytes', 'of the indexes of all tables'],
  ['versions/1: 5,000 letters', 'one of the choices: how long the note is at first'],
  ['versions/2: 4 chunks', 'of the new value; the question is which others are left'],
  ['versions/5: 5,000', 'one of the choices: how long the note is at first'],
  ['target/5: 334 buffers', 'written for the TOAST table, which has as many pages'],
  ['bytea-stream/5: 50,000 bytes', 'one of the choices: all pieces together'],
  ['replication/5: 6 chunks', 'of the value before it is renewed, to be reckoned with'],
  ['limits/4: 512 MB', 'a tick of the ruler over the row, in bytes'],
  [
    'written-back/2: 12 chunks',
    'of the document as it is; the question is whether all of them are written again',
  ],
]);

const place = serve();

/** Waits until nothing runs and the steps can be chosen. */
const idle = (page) =>
  page.waitForFunction(
    () =>
      globalThis.toastscope?.session.status === 'ready' &&
      !document.querySelector('nav[aria-label=Steps] .dot:disabled'),
    null,
    { timeout: 120_000 },
  );

/** All that can be read before a question is answered, but the question: what is closed can be opened. */
const readable = (page) =>
  page.evaluate(() => {
    const text = [];
    /** Collects the texts of an element, those for screen readers included, without the question. */
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return void text.push(node.data);
      if (!(node instanceof Element) || node.matches('.guess, style, script, nav')) return;
      for (const name of ['aria-label', 'aria-valuetext', 'title']) {
        if (node.hasAttribute(name)) text.push(node.getAttribute(name));
      }
      // Words stand beside each other, numbers in their boxes do not.
      const inline = getComputedStyle(node).display.startsWith('inline');
      if (!inline) text.push(' \n ');
      for (const child of node.childNodes) read(child);
      if (!inline) text.push(' \n ');
    };
    for (const part of document.querySelectorAll('[data-testid=step], [aria-label=Stage]')) {
      read(part);
    }
    return text.join('');
  });

/** Where an answer of a question stands in a text. Small numbers are everywhere: they count only with their unit. */
function standsIn(text, answer) {
  const found = /^([\d,.]+)(?:\s+(.+))?$/.exec(answer);
  if (!found) return '';
  const [, number, unit = ''] = found;
  const forms = [number, number.replaceAll(',', '')].map((n) => n.replaceAll('.', '\\.'));
  const alone = Number(number.replaceAll(',', '')) >= 100;
  const after = alone ? '' : `\\s+${unit.replace(/s$/, '')}s?\\b`;
  if ((!alone && !unit) || number === '0') return '';
  for (const n of forms) {
    const at = text.search(new RegExp(`(?<![\\d.,])${n}(?![\\d]|[.,]\\d)${after}`));
    if (at >= 0) return text.slice(Math.max(0, at - 40), at + 40).replace(/\s+/g, ' ');
  }
  return '';
}

/** The summary as the start view shows it. */
const summaryOf = (id) => {
  const entry = list.slice(list.indexOf(`id: '${id}'`));
  return /summary:\s+(['"])(.*?)\1,/s.exec(entry)?.[2] ?? '';
};

for (const id of ids) {
  test(`${id}: no answer before its question`, { timeout: 300_000 }, async () => {
    const { page } = await open(place, { at: `#/lesson/${id}` });
    await idle(page);
    const dots = page.locator('nav[aria-label=Steps] .dot');
    const seen = [];
    for (let i = 0; i < (await dots.count()); i++) {
      await dots.nth(i).click();
      await idle(page);
      const run = page.getByRole('button', { name: /^Run it/ });
      if ((await run.count()) === 0) continue;
      const before = `${summaryOf(id)} \n ${await readable(page)}`;
      // The stage's own button, where there is one, leads to the question.
      const asks = (await page.locator('.guess').count()) > 0;
      const other = page.getByRole('button', { name: 'Run the script' });
      if (asks && (await other.count()) > 0) {
        await other.click();
        assert.equal(
          await page.locator('.outcome').count(),
          0,
          `step ${i + 1} ran without its question`,
        );
        assert.ok(await page.evaluate(() => document.activeElement.closest('.guess') !== null));
      }
      await run.click();
      await page.locator('.outcome').waitFor({ timeout: 120_000 });
      await idle(page);
      for (const answer of await page.locator('.answer .true').allTextContents()) {
        const where = `${id}/${i + 1}: ${answer.trim()}`;
        const there = EXCUSED.has(where) ? '' : standsIn(before, answer.trim());
        if (there) seen.push(`${where}, in “${there}”`);
      }
    }
    assert.deepEqual(seen, []);
  });
}

test('an answer is found wherever it stands', () => {
  assert.ok(standsIn('in all 30,064 of them', '30,064 buffers'));
  assert.ok(standsIn('in all 30064 of them', '30,064 buffers'));
  assert.ok(standsIn('an index of 2 levels', '2 levels'));
  assert.ok(standsIn('1 level', '1 level'));
  assert.ok(!standsIn('2 pages, 12 levels, 2.5 levels', '2 levels'));
  assert.ok(!standsIn('130,064 and 30,064,000', '30,064 buffers'));
  assert.ok(!standsIn('only pglz', 'pglz'));
});
