// The console: scripts to begin with, what is offered while one types, what ran before, wide values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, checkWidth, open, printed, ready, runSql, serve } from './lib/page.mjs';

const place = serve();
/** The editor's text. */
const script = (page) => page.locator('.cm-content');
/** The list of what is offered. */
const offered = (page) => page.locator('.cm-tooltip-autocomplete');

test('five small scripts to begin with; each runs', async () => {
  const { page, complaints } = await open(place);
  await script(page).waitFor();
  const names = await page
    .getByLabel('Examples')
    .locator('option:not(:first-child)')
    .allTextContents();
  assert.equal(names.length, 5);
  for (const name of names) {
    await page.getByLabel('Examples').selectOption(name);
    await page.getByRole('button', { name: 'Run all' }).click();
    await ready(page);
  }
  assert.doesNotMatch(await printed(page), /ERROR/);
  assert.deepEqual(complaints, []);
});

test('what is replaced by an example comes back by undoing', async () => {
  const { page } = await open(place);
  await script(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT 42;');
  await page.getByLabel('Examples').selectOption({ index: 2 });
  await script(page).getByText('SELECT 42;').waitFor({ state: 'detached' });
  await script(page).click();
  await page.keyboard.press('ControlOrMeta+z');
  await script(page).getByText('SELECT 42;').waitFor();
});

test('keywords, tables and columns are offered; Escape closes the list', async () => {
  const { page } = await open(place);
  await runSql(page, 'CREATE TABLE albums (album_id int, cover bytea);');
  await script(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT * FROM alb');
  await offered(page).locator('.cm-completionLabel').getByText('albums').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' WHERE albums.');
  await offered(page).getByText('album_id').waitFor();
  await offered(page).getByText('cover').waitFor();
  await checkAxe(page, 'with the list', '.cm-tooltip-autocomplete');
  await page.keyboard.press('Escape');
  await offered(page).waitFor({ state: 'detached' });
  await page.keyboard.type('cover IS NUL');
  await offered(page).getByText('NULL').first().waitFor();
});

test('columns of the session come first, then functions, before keywords', async () => {
  const { page } = await open(place);
  await runSql(page, 'CREATE TABLE albums (album_id int, value_of text);');
  await script(page).click();
  /** Types these letters, and waits until the first completion is this name. */
  const expectFirst = async (typed, name) => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed, { delay: 40 });
    await offered(page).locator('li:first-child').filter({ hasText: name }).waitFor();
    await page.keyboard.press('Escape');
  };
  // VALUES is a keyword, albums a table, album_id a column of it.
  await expectFirst('SELECT val', /^value_of/);
  await expectFirst('SELECT * FROM alb', /^album/);
  await expectFirst('SELECT pg_col', /^pg_column_(size|compression)/);
  await runSql(page, 'CREATE FUNCTION my_own(int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;');
  await expectFirst('SELECT my_o', /^my_own/);
});

test('a SELECT with a mistake says nothing of writing; what failed after it wrote does', async () => {
  const { page } = await open(place);
  await runSql(page, 'CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t VALUES (1);');
  const says = page.getByTestId('sentence');
  await runSql(page, 'SELECT nope FROM t;');
  await says.getByText('ERROR: column "nope" does not exist.', { exact: true }).waitFor();
  await runSql(page, 'INSERT INTO t VALUES (2), (1);');
  const all = await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    const { start, end } = timeline.scene.placed;
    return Array.from({ length: end - start }, (_, i) => {
      timeline.seek(start + 1 + i);
      return timeline.scene.sentence;
    });
  });
  assert.match(all.join('\n'), /^ERROR: .*What the statement wrote stays on its pages/m);
});

test('the row that is read is the row that is shown', async () => {
  const { page } = await open(place);
  await runSql(
    page,
    "CREATE TABLE t (id int, v text);\nINSERT INTO t VALUES (1, 'a'), (2, 'bb'), (3, 'ccc');",
  );
  /** Waits until the stage shows the row at this place of its page. */
  const shows = (offset) =>
    page.waitForFunction(
      (wanted) => globalThis.toastscope.selection.row?.tid.offset === wanted,
      offset,
    );
  await shows(3);
  await runSql(page, 'SELECT v FROM t WHERE id = 1;');
  await shows(1);
  await runSql(page, 'SELECT length(v) FROM t WHERE id = 2;');
  await shows(2);
  // A query of several rows picks none of them: the row that was stored last is shown, then the next one stored.
  await runSql(page, 'SELECT v FROM t;');
  await shows(3);
  await runSql(page, "INSERT INTO t VALUES (4, 'dddd');");
  await shows(4);
});

test('a row that was read stands on the composed stage, and is called so', async () => {
  const { page } = await open(place, { composed: true });
  await runSql(page, "CREATE TABLE t (id int, v text);\nINSERT INTO t VALUES (1, 'a'), (2, 'bb');");
  await runSql(page, 'SELECT v FROM t WHERE id = 1;');
  await page.getByRole('heading', { name: 'The row read (0,1) of t' }).waitFor();
  await page.getByText('holds the row read').waitFor();
  await runSql(page, 'SELECT count(*) FROM t;');
  await page.getByRole('heading', { name: /^The row/ }).waitFor({ state: 'detached' });
});

test('an answer to a guess is a number', async () => {
  const { page } = await open(place, { at: '#/lesson/pages' });
  const field = page.locator('.guess input[type=text]').first();
  await field.fill('many');
  await page.getByText('Type a number.').waitFor();
  await page.getByRole('button', { name: /^Run it/ }).click();
  assert.equal(await page.locator('.outcome').count(), 0);
  await checkAxe(page, 'no number', '.guess');
  await field.fill('8 kB');
  await page.getByText('Type a number.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').waitFor();
});

test('a statement that ran is recalled by keys and from a list', async () => {
  const { page } = await open(place);
  await script(page).waitFor();
  assert.ok(await page.getByLabel('Recall a statement').isDisabled());
  await runSql(page, 'SELECT 1 AS first;\nSELECT 2 AS second;');
  await script(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  /** What is in the editor. */
  const text = () => script(page).innerText();
  await page.keyboard.press('Alt+ArrowUp');
  assert.equal((await text()).trim(), 'SELECT 2 AS second;');
  await page.keyboard.press('Alt+ArrowUp');
  assert.equal((await text()).trim(), 'SELECT 1 AS first;');
  await page.keyboard.press('Alt+ArrowUp');
  assert.equal((await text()).trim(), 'SELECT 1 AS first;');
  await page.keyboard.press('Alt+ArrowDown');
  assert.equal((await text()).trim(), 'SELECT 2 AS second;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await ready(page);
  assert.equal((await printed(page)).match(/ second \n/g).length, 2);
  await page.getByLabel('Recall a statement').selectOption('SELECT 1 AS first;');
  await script(page).getByText('SELECT 1 AS first;').waitFor();
});

test('a wide value is cut, and shown in full at one press', async () => {
  const { page } = await open(place);
  await runSql(page, "SELECT 1 AS id, repeat('x', 3000) AS v, 2 AS n;");
  assert.match(await printed(page), /\n {2}1 \| x{58}…\| 2\n/);
  const full = page.getByRole('button', { name: 'Wide values in full' });
  await full.click();
  assert.match(await printed(page), /\n {2}1 \| x{3000} \| 2\n/);
  await full.click();
  assert.doesNotMatch(await printed(page), /x{100}/);
  await runSql(page, 'SELECT nope;');
  await page.getByRole('status').getByText('1 error').waitFor();
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing to say of it, nothing is too wide, in ${colorScheme}`, async () => {
    const { page } = await open(place, { colorScheme, viewport: { width: 360, height: 740 } });
    await runSql(page, "SELECT repeat('x', 3000) AS v;\nSELECT nope;");
    await checkWidth(page);
    await checkAxe(page);
  });
}

test('on a phone the last line is above the timeline', async () => {
  const { page } = await open(place, { composed: true, viewport: { width: 390, height: 844 } });
  await runSql(page, 'SELECT i FROM generate_series(1, 60) i;');
  /** By how many px the timeline covers the output. */
  const covered = () =>
    page.evaluate(() => {
      const { top } = document.querySelector('[data-testid=timeline]').getBoundingClientRect();
      const output = document.querySelector('[aria-label="What psql printed"]');
      const last = document.querySelector('[data-testid=output]').getBoundingClientRect();
      const below = output.scrollHeight - output.scrollTop - output.clientHeight;
      return below + Math.max(0, Math.round(last.bottom - top));
    });
  await expectSoon(covered, 0);
});

test('the end of what is printed is in view, but for who scrolls up meanwhile', async () => {
  const { page } = await open(place);
  const output = page.getByLabel('What psql printed');
  /** px of output below what is in view. */
  const below = () => output.evaluate((o) => o.scrollHeight - o.scrollTop - o.clientHeight);
  const inserts = Array.from({ length: 200 }, (_, i) => `INSERT INTO t VALUES (${i});`);
  await runSql(page, ['CREATE TABLE t (a int);', ...inserts].join('\n'));
  await expectSoon(below, 0);
  await output.evaluate((o) => (o.scrollTop = 0));
  await runSql(page, 'SELECT count(*) FROM t;');
  await expectSoon(below, 0);
  const more = page.evaluate(() =>
    globalThis.toastscope.session.run(
      'SELECT 1;\n'.repeat(20) + 'SELECT count(*) FROM generate_series(1, 1e9::int);\nSELECT 2;',
    ),
  );
  await page.waitForFunction(() => globalThis.toastscope.session.line === 21);
  await output.hover();
  await page.mouse.wheel(0, -2000);
  await page.waitForFunction(
    (o) => o.scrollHeight - o.scrollTop - o.clientHeight > 1000,
    await output.elementHandle(),
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await more;
  await ready(page);
  assert.ok((await below()) > 1000);
});

/** Waits until a number is what it should be. */
async function expectSoon(read, wanted) {
  for (let tries = 0; tries < 50 && (await read()) !== wanted; tries++)
    await new Promise((done) => setTimeout(done, 20));
  assert.equal(await read(), wanted);
}
