// The timeline: steps that ran can be played, stepped through, sought in, and gone back to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, open, printed, ready, runSql, serve } from './lib/page.mjs';

const place = serve();

const SQL = `CREATE TABLE t (id int PRIMARY KEY, a text, b text);
ALTER TABLE t ALTER b SET STORAGE EXTERNAL;
INSERT INTO t VALUES (1, repeat('abc', 1000), repeat('x', 9000));
INSERT INTO t SELECT i, repeat('x', 30 * i), 'short' FROM generate_series(2, 400) i;
UPDATE t SET a = 'y' || a WHERE id < 30;
DELETE FROM t WHERE id % 3 = 0;
SELECT substr(b, 5000, 10) FROM t WHERE id = 1;
VACUUM t;`;

/** What is drawn at a place, as text: all pages with their items, the counters, the sentence. */
const picture = (page, at) =>
  page.evaluate((to) => {
    const { timeline } = globalThis.toastscope.session;
    timeline.seek(to);
    const { files, counters, sentence, relations } = timeline.scene;
    const pages = [...files].map(([n, f]) => [
      n,
      [...f.pages],
      [...f.items].map(([b, i]) => [b, ...i]).sort((a, b) => a[0] - b[0]),
    ]);
    pages.sort((a, b) => a[0] - b[0]);
    return JSON.stringify([pages, counters, sentence, relations.map((r) => r.name)]);
  }, at);

test('a place has one picture, forwards, backwards and by jumps', async () => {
  const { page, complaints } = await open(place);
  await runSql(page, SQL);
  const length = await page.evaluate(() => globalThis.toastscope.session.timeline.length);
  assert.ok(length > 150, `${length} frames`);
  const seen = [];
  for (let at = 0; at <= length; at += 3) seen.push([at, await picture(page, at)]);
  for (const [at, was] of seen.toReversed()) assert.equal(await picture(page, at), was, `${at}`);
  for (let i = 0; i < 40; i++) {
    const [at, was] = seen[(i * 7919) % seen.length];
    assert.equal(await picture(page, at), was, `jump to ${at}`);
  }
  assert.deepEqual(complaints, []);
});

test('it is played, stepped and sought by buttons and keys', async () => {
  const { page } = await open(place);
  await runSql(page, SQL);
  /** The position. */
  const at = () => page.evaluate(() => globalThis.toastscope.session.timeline.at);
  const says = page.getByTestId('sentence');
  await page.getByRole('slider', { name: 'Timeline' }).focus();
  await page.keyboard.press('Home');
  assert.equal(await at(), 0);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await says.getByText('The server gets INSERT INTO t VALUES (1,').waitFor();
  await page.getByRole('button', { name: 'Step forward' }).click();
  await says.getByText('A row of t is formed: 12,036 bytes').waitFor();
  await page.getByRole('combobox', { name: 'Next' }).selectOption({ label: 'compressed' });
  await says.getByText('pglz makes 46 bytes of a’s 3,004').waitFor();
  await page.getByRole('button', { name: 'Step back' }).click();
  await says.getByText('Round 1. The row has 3,050 bytes, 1,018 too many').waitFor();
  const from = await at();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('16×');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction((n) => globalThis.toastscope.session.timeline.at > n + 3, from);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await at();
  await page.waitForTimeout(200);
  assert.equal(await at(), paused);
});

test('from the first picture it is played to the last', async () => {
  const { page } = await open(place, { reducedMotion: 'no-preference' });
  await runSql(page, 'CREATE TABLE few (a int);\nINSERT INTO few VALUES (1);');
  await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    timeline.seek(0);
    timeline.speed = 16;
    timeline.play();
  });
  await page.waitForFunction(() => {
    const { timeline } = globalThis.toastscope.session;
    return timeline.at === timeline.length && !timeline.playing;
  });
});

test('going back and running something else branches, says so before, and the old branch stays', async () => {
  const { page, complaints } = await open(place);
  await runSql(
    page,
    'CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2);',
  );
  const warning = page.getByText(/^This starts a branch/);
  assert.equal(await warning.count(), 0);
  await page.getByRole('button', { name: 'Previous statement' }).click();
  await page
    .getByText('This starts a branch after statement 2; 1 later statement is left behind.')
    .waitFor();
  await checkAxe(page, 'before a branch');
  await runSql(page, 'INSERT INTO t VALUES (30);\nSELECT a, ctid FROM t;');
  assert.match(await printed(page), / 1 \| \(0,1\)\n +30 \| \(0,2\)\n/);
  await warning.waitFor({ state: 'detached' });

  // By keys: the other branch, which ends where it was left.
  const branch = page.getByRole('combobox', { name: 'Branch' });
  assert.deepEqual(await branch.locator('option').allTextContents(), [
    '1: INSERT INTO t VALUES (2);',
    '2: INSERT INTO t VALUES (30);',
  ]);
  await branch.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () =>
      globalThis.toastscope.session.timeline.scene.placed.step.text === 'INSERT INTO t VALUES (2);',
  );
  assert.equal(await warning.count(), 0);
  await runSql(page, 'SELECT sum(a) FROM t;');
  assert.match(await printed(page), /sum \n-+\n +3\n/);

  // By pointer: back to the one that began there.
  await branch.selectOption({ label: '2: INSERT INTO t VALUES (30);' });
  await runSql(page, 'SELECT sum(a) AS other FROM t;');
  assert.match(await printed(page), /other \n-+\n +31\n/);
  assert.deepEqual(complaints, []);
});

test('whoever went back may still run at the end', async () => {
  const { page } = await open(place);
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    'CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\nSELECT count(*) FROM t;',
  );
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.tape.placed.length === 3);
  await page.getByRole('slider', { name: 'Timeline' }).focus();
  await page.keyboard.press('Home');
  await page
    .getByText('This starts a branch from the empty database; 3 later statements are left behind.')
    .waitFor();
  await page.getByRole('button', { name: 'Run at the end instead' }).click();
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.tape.placed.length === 4);
  assert.equal((await printed(page)).match(/count \n-+\n +1\n/g).length, 2);
  assert.equal(await page.getByRole('combobox', { name: 'Branch' }).count(), 0);
});

test('a statement that will not end is ended, and the database is kept', async () => {
  const { page } = await open(place);
  await runSql(page, 'CREATE TABLE kept (a int);\nINSERT INTO kept VALUES (7);');
  await page.evaluate(() => {
    void globalThis.toastscope.session.run('SELECT count(*) FROM generate_series(1, 300000000);');
  });
  await page.waitForFunction(() => globalThis.toastscope.session.line === 1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ready(page);
  await runSql(page, 'SELECT a FROM kept;');
  assert.match(await printed(page), /\n 7\n\(1 row\)/);
});

test('a window of 4K is drawn larger, and a pointer hits what it points at', async () => {
  const { page, complaints } = await open(place, { viewport: { width: 3840, height: 2160 } });
  await runSql(page, SQL.split('\n').slice(0, 3).join('\n'));
  const track = page.getByRole('slider', { name: 'Timeline', exact: true });
  const larger = await track.evaluate((e) => e.currentCSSZoom);
  assert.ok(larger > 1.5, `${larger} times`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 2160);

  const { x, y, width, height } = await track.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  const [at, all] = await page.evaluate(() => {
    const { scene } = globalThis.toastscope.session.timeline;
    return [scene.at - scene.placed.start, scene.placed.end - scene.placed.start];
  });
  assert.ok(Math.abs(at - all / 2) <= 1, `${at} of ${all}`);

  await page.keyboard.press('End');
  const toast = page.locator('article[data-thing=toast]');
  const [left, top] = await toast.evaluate((article) => {
    const { file } = article.dataset;
    const box = globalThis.toastscope.placeOf(Number(file), 1);
    return [box.x + box.width / 2, box.y + box.height / 2].map((n) => n * article.currentCSSZoom);
  });
  await page.mouse.click(left, top);
  const inspector = page.getByRole('region', { name: 'Page inspector' });
  await inspector.filter({ hasText: /^\s*Page\s+1\s+of\s+pg_toast/ }).waitFor();
  assert.deepEqual(complaints, []);
});
