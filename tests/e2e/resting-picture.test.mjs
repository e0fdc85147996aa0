// The picture that a lesson's step rests on shows what its sentence speaks of: by lesson and step, what must be on the
// stage when it rests, and what must not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, printed, runSql, serve } from './lib/page.mjs';

const place = serve();

/** `{1}` stands for the first value that the step's text names once it ran, as the text has it. */
const SHOWN = [
  {
    lesson: 'compression',
    step: 2,
    shows: ['p by pglz', 'l by lz4', '616263', '0f03ff', 'b80b00'],
  },
  { lesson: 'compression', step: 5, shows: ['{1} buffers'] },
  { lesson: 'pages', step: 5, shows: ['Page 0 of answers'], not: ['2,032', 'move MAIN'] },
  { lesson: 'large-text', step: 1, shows: ['b80'], not: ['sizes'] },
  // The table that it reads is left out: what was drawn before stays, without keys to marks that it does not have.
  { lesson: 'bytea-stream', step: 4, shows: ['tail', '12 pages'], not: ['touched', 'holds the'] },
  { lesson: 'bytea-stream', step: 5, shows: ['{2}', '{3}'], not: ['appends'] },
  { lesson: 'wal-compression', step: 1, shows: ['WAL', 'full-page image'] },
  { lesson: 'limits', step: 1, shows: ['it is refused'], not: ['free'] },
  { lesson: 'toaster-api', step: 1, shows: ['deftoaster', 'bytea_toaster', 'jsonb_toaster'] },
  { lesson: 'toaster-api', step: 2, shows: ['appender'] },
  { lesson: 'threshold', step: 2, shows: ['{2} bytes'] },
];

/** Text without what separates it on the screen; numbers as the page groups them. */
const plain = (text) => text.replace(/\s+/g, ' ').replace(/(\d),(?=\d{3})/g, '$1');

for (const { lesson, step, shows, not = [] } of SHOWN) {
  test(`${lesson}, step ${step}`, async () => {
    const viewport = { width: 1280, height: 720 };
    const at = `#/lesson/${lesson}/${step}`;
    const { page, complaints } = await open(place, { at, viewport, composed: true });
    const run = page.getByRole('button', { name: /^Run it/ });
    await run.click();
    await page.locator('.outcome').waitFor();
    await page.waitForFunction(() => !globalThis.toastscope.session.timeline.playing);
    const values = await page.locator('.outcome .value').allTextContents();
    /** The text with the values of the run in the places of their numbers. */
    const named = (text) => text.replace(/\{(\d)\}/g, (_, n) => values[n - 1] ?? 'nothing');
    const stage = page.locator('.stage');
    for (const text of shows) {
      const wanted = plain(named(text));
      await page
        .waitForFunction(
          (asked) => {
            const shown = document.querySelector('.stage')?.innerText ?? '';
            return shown
              .replace(/\s+/g, ' ')
              .replace(/(\d),(?=\d{3})/g, '$1')
              .includes(asked);
          },
          wanted,
          { timeout: 10_000 },
        )
        .catch(async () => assert.fail(`“${wanted}” is not in: ${plain(await stage.innerText())}`));
    }
    const shown = plain(await stage.innerText());
    for (const text of not) assert.ok(!shown.includes(plain(text)), `“${text}” is in: ${shown}`);
    assert.deepEqual(complaints, []);
  });
}

test('what a table has in all counts what is not drawn, as pg_total_relation_size does', async () => {
  const viewport = { width: 1920, height: 1080 };
  const { page } = await open(place, { viewport, composed: true });
  await runSql(
    page,
    `CREATE TABLE t (id int PRIMARY KEY, v text);
INSERT INTO t SELECT i, string_agg(md5(k::text), '') FROM generate_series(1, 5) i, generate_series(1, 200) k GROUP BY i;
SELECT pg_total_relation_size('t') AS total;`,
  );
  const [, total] = /total\s+-+\s+(\d+)/.exec(await printed(page));
  await runSql(page, 'SET enable_seqscan = off;\nSELECT count(*) FROM t WHERE id = 3;');
  const head = page.getByRole('group', { name: 'Table t' });
  await head.getByText(`${Number(total).toLocaleString('en')} bytes`).waitFor();
  assert.equal(await head.getByText('TOAST table').count(), 0);
});

test('maps that stand side by side begin at one height, whatever their headings need', async () => {
  const viewport = { width: 1280, height: 720 };
  const { page } = await open(place, { at: '#/lesson/pointer/2', viewport, composed: true });
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').waitFor();
  await page.waitForFunction(() => !globalThis.toastscope.session.timeline.playing);
  const tops = await page
    .locator('[data-part=pages] article .cells')
    .evaluateAll((maps) => maps.map((map) => Math.round(map.getBoundingClientRect().top)));
  assert.equal(tops.length, 3);
  assert.equal(new Set(tops).size, 1, `they begin at ${tops.join(', ')}`);
});

for (const { lesson, shows } of [
  {
    lesson: 'limits',
    shows: ['What this step will answer:', 'AS outcome', 'The answer, as a table'],
  },
  { lesson: 'pages', shows: ['What this step will make:', 'A row of'] },
]) {
  test(`${lesson}, step 1, before it runs, shows what will be there`, async () => {
    const { page } = await open(place, { at: `#/lesson/${lesson}/1`, composed: true });
    for (const text of shows) await page.locator('.stage').getByText(text).first().waitFor();
    assert.equal(await page.getByText('Nothing is stored yet').count(), 0);
  });
}
