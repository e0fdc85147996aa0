// PostgreSQL 15 to 18: a server is chosen in the workbench, in an address and in a frame, and two are compared.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, open, serve, visit } from './lib/page.mjs';

const place = serve();

/** Waits until nothing runs or waits. */
const idle = (page) =>
  page.waitForFunction(
    () =>
      globalThis.toastscope?.session.status === 'ready' &&
      globalThis.toastscope.session.queue.empty,
    null,
    { timeout: 120_000 },
  );
/** All that was printed. */
const printed = (page) =>
  page.evaluate(() => globalThis.toastscope.session.pieces.map((p) => p.text).join(''));
/** Where the version is chosen. */
const version = (page) => page.getByRole('combobox', { name: 'PostgreSQL’s version' });

test('the console runs again what ran on the server that is chosen, and remembers it', async () => {
  const { page, complaints } = await open(place, { at: '#/console' });
  await idle(page);
  await page.evaluate(() =>
    globalThis.toastscope.session.runSql(
      'CREATE TABLE t (a int);\nEXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM t;',
    ),
  );
  assert.match(await printed(page), /actual rows=0 loops=1/);
  await version(page).selectOption('18');
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.tape.placed.length === 3);
  await idle(page);
  assert.match(await printed(page), /actual rows=0\.00 loops=1/);
  await page.getByText('PostgreSQL 18.6’s storage').waitFor();
  // A reload brings it back, and an empty database is one of that server.
  await page.reload();
  await idle(page);
  assert.equal(await version(page).inputValue(), '18');
  await page.getByRole('button', { name: 'New database' }).click();
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.tape.placed.length === 1);
  await idle(page);
  await page.evaluate(() => globalThis.toastscope.session.runSql('SHOW server_version_num;'));
  assert.match(await printed(page), /180006/);
  // Back on 15, an empty database says 15.
  await version(page).selectOption('15');
  await page.waitForFunction(() => globalThis.toastscope.session.server === '15');
  await idle(page);
  await page.getByRole('button', { name: 'New database' }).click();
  await idle(page);
  assert.equal(await version(page).inputValue(), '15');
  assert.deepEqual(complaints, []);
});

test('a lesson runs on the server that its address asks for, else on 15', async () => {
  const { page, complaints } = await open(place, { at: '?server=17#/lesson/pages' });
  await idle(page);
  assert.equal(await version(page).inputValue(), '17');
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').waitFor({ timeout: 120_000 });
  const first = await page.evaluate(
    () => globalThis.toastscope.session.timeline.tape.placed[0].step.text,
  );
  assert.match(first, /toastscope\.server = '17'/);
  assert.deepEqual(complaints, []);
});

test('a lesson on 18 says which of its steps differ from 15, and they say how', async () => {
  const { page, complaints } = await open(place, { at: '?server=18#/lesson/wal' });
  await page.getByText('PostgreSQL 18.6: this lesson is written for 15.').waitFor();
  await page.getByTestId('outline').waitFor();
  await page.goto(`${place.address}?server=18#/lesson/wal/2`);
  await page.reload();
  await idle(page);
  assert.equal(await page.getByText('the free space map').count(), 0);
  await page.locator('.guess input').first().fill('11000');
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.getByText('PostgreSQL 18.6: one record more.').waitFor({ timeout: 120_000 });
  await page.getByText('19,174 bytes in 15 records').waitFor();
  await version(page).selectOption('15');
  await page.waitForURL((url) => !url.search.includes('server'));
  await idle(page);
  await page.locator('.guess input').first().fill('11000');
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.getByText('10,933 bytes in 14 records').waitFor({ timeout: 120_000 });
  assert.equal(await page.getByText('one record more').count(), 0);
  assert.deepEqual(complaints, []);
});

test('a lesson is presented on the server that its address asks for, which the controls say', async () => {
  const { page, complaints } = await visit(place, {
    at: '?server=17#/lesson/pointer/2',
    composed: true,
  });
  await version(page).waitFor();
  await page.getByRole('button', { name: 'Present' }).click();
  await page.getByRole('navigation', { name: 'Presentation' }).waitFor();
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.length > 0);
  const shown = await page.evaluate(() => globalThis.toastscope.session.server);
  assert.equal(shown, '17');
  assert.match(await page.locator('nav').innerText(), /PostgreSQL 17\.10/);
  assert.deepEqual(complaints, []);
});

test('a frame runs on the server that is asked for', async () => {
  const { page } = await visit(place, {
    at: `embed.html?view=console&server=16&script=${encodeURIComponent('SHOW server_version;')}`,
  });
  await page.getByText('16.14').first().waitFor();
});

for (const [what, search, release] of [
  ['with a bar', 'lesson=pointer&step=2&server=18', '18.6'],
  ['with small controls', 'lesson=pointer&step=2&controls=minimal', '15.18'],
  ['without controls', 'lesson=pointer&step=2&controls=none&server=17', '17.10'],
  ['a script', 'view=console&server=18&script=SELECT 1;', '18.6'],
])
  test(`a frame says which PostgreSQL it is: ${what}`, async () => {
    const at = `embed.html?${search}&autoplay=0`;
    const { page } = await visit(place, { at, viewport: { width: 720, height: 405 } });
    await page.locator('.release').getByText(release).waitFor();
    assert.match(await page.locator('.release').innerText(), /^PostgreSQL /);
  });

const source = readFileSync(new URL('../../web/src/compare/upgrades.ts', import.meta.url), 'utf8');
for (const [, id] of source.matchAll(/^ {4}id: '([\w-]+)'/gm)) {
  test(`${id}: both servers print what they say, and why is said`, async () => {
    const { page, complaints } = await open(place, { at: '#/compare' });
    await page.getByRole('combobox', { name: /^Compare/ }).selectOption(id);
    await page.waitForFunction(
      () => {
        const { pair } = globalThis.toastscope;
        const ran = pair.left.timeline.tape.placed[0]?.step.text ?? '';
        return ran.includes('toastscope.server') && !pair.busy && pair.at === pair.length;
      },
      null,
      { timeout: 120_000 },
    );
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.getByRole('list', { name: 'What differs between the versions' }).waitFor();
    const [left, right] = await page.evaluate(() =>
      ['left', 'right'].map((side) =>
        globalThis.toastscope.pair[side].timeline.tape.steps.map((s) => s.printed).join(''),
      ),
    );
    assert.notEqual(left, right);
    await checkAxe(page, id);
    assert.deepEqual(complaints, []);
  });
}

test('what changes from 15 to 18 is listed, and a row is shown on both with the lines that differ', async () => {
  const { page, complaints } = await visit(place, { at: '#/versions' });
  const rows = JSON.parse(readFileSync(new URL('../../docs/versions.json', import.meta.url)));
  const listed = page.locator('article');
  await listed.first().waitFor();
  assert.equal(await listed.count(), rows.length);
  await checkAxe(page);
  await page.getByRole('searchbox', { name: 'Search for a word' }).fill('descended elements');
  assert.equal(await listed.count(), 1);
  await page.getByRole('link', { name: 'See it on 15 and 18' }).click();
  await page.waitForFunction(
    () => globalThis.toastscope?.pair?.busy === false && globalThis.toastscope.pair.length > 0,
    null,
    { timeout: 120_000 },
  );
  /** The words that are marked as different. */
  const marked = (name) => page.getByRole('region', { name }).locator('.differs').allTextContents();
  const [fifteen, eighteen] = [
    await marked('What 15.18 printed'),
    await marked('What 18.6 printed'),
  ];
  assert.match(fifteen.join('\n'), /actual rows=4 loops=1/);
  assert.match(eighteen.join('\n'), /actual rows=4\.00 loops=1[^]*Index Searches: 2/);
  assert.doesNotMatch(eighteen.join('\n'), /QUERY PLAN|Index Cond/);
  // Back leads to the list.
  await page.getByRole('link', { name: 'What changes from 15 to 18' }).click();
  await listed.first().waitFor();
  assert.deepEqual(complaints, []);
});
