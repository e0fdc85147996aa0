// The crash button: committed rows are there again, other rows are gone, and recovery is on the tape.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, printed, ready, runSql, serve } from './lib/page.mjs';

const place = serve();

const SQL = `CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t SELECT i, repeat('x', 50 * i) FROM generate_series(1, 40) i;
CHECKPOINT;
UPDATE t SET a = 'committed' WHERE id = 1;
BEGIN;
UPDATE t SET a = 'open' WHERE id = 2;`;

/** Presses the button, and waits for the server. */
const crash = async (page) => {
  await page.getByRole('button', { name: 'Crash here' }).click();
  await ready(page);
};

/** The kinds of events of the statement. */
const kinds = (page) =>
  page.evaluate(() =>
    globalThis.toastscope.session.timeline.scene.placed.step.frames.map(
      (f) => f.event?.kind ?? 'none',
    ),
  );

/** The first letters of `a` in the row with this id; undefined if the table has no such row. */
const value = async (page, id) => {
  await runSql(
    page,
    `SELECT 'id ${id} is ' || left(a, 9) AS "found ${id}" FROM t WHERE id = ${id};`,
  );
  return /id \d+ is (\w+)/.exec((await printed(page)).split(`"found ${id}"`).at(-1))?.[1];
};

test('a page that comes back stands beside what its file had', async () => {
  const { page, complaints } = await open(place);
  await runSql(
    page,
    `CREATE TABLE accounts (owner text, balance int);
INSERT INTO accounts VALUES ('Ada', 100), ('Ben', 100);
CHECKPOINT;
UPDATE accounts SET balance = 70 WHERE owner = 'Ada';
\\crash`,
  );
  await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    const { step, start } = timeline.tape.placed.at(-1);
    const i = step.frames.findIndex((f) => f.event?.blocks?.length > 0);
    timeline.seek(start + i + 1);
  });
  const replay = page.getByTestId('replay');
  /** The items of a page in this column of the picture. */
  const figure = (name) => replay.locator('figure').filter({ hasText: name }).locator('li');
  await replay.getByText(/^Heap\/HOT_UPDATE, \d+ bytes: puts the page back/).waitFor();
  assert.deepEqual(await figure('In the file').allTextContents(), [
    'item 2 Ben · 100 32 bytes',
    'item 1 Ada · 100 32 bytes',
  ]);
  assert.deepEqual(await figure('In shared buffers').allTextContents(), [
    'item 3 Ada · 70 32 bytes',
    'item 2 Ben · 100 32 bytes',
    'item 1 Ada · 100 32 bytes, dead',
  ]);
  assert.deepEqual(complaints, []);
});

test('a crash ends the open transaction and keeps what committed', async () => {
  const { page, complaints } = await open(place);
  await runSql(page, SQL);
  await crash(page);
  const seen = await kinds(page);
  const order = ['serverStopped', 'recoveryStarted', 'recordReplayed', 'recoveryDone'];
  const places = [...order, 'serverStarted'].map((kind) => seen.indexOf(kind));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    seen.join(),
  );
  assert.ok(
    places.every((at) => at >= 0),
    seen.join(),
  );
  assert.match(await printed(page), /database system was not properly shut down/);
  // Every place of recovery has one picture.
  /** What the stage shows at each frame of the last step: pages, sentence, records replayed. */
  const pictures = async () =>
    page.evaluate(() => {
      const { timeline } = globalThis.toastscope.session;
      const { start, end } = timeline.tape.placed.at(-1);
      const at = [];
      for (let i = start; i <= end; i++) {
        timeline.seek(i);
        const { files, sentence, log } = timeline.scene;
        at.push([[...files].map(([n, f]) => [n, [...f.pages]]), sentence, log.replay.records]);
      }
      return at.map((p) => JSON.stringify(p));
    });
  const forwards = await pictures();
  await page.evaluate(() => globalThis.toastscope.session.timeline.seek(0));
  assert.deepEqual(await pictures(), forwards);
  assert.ok(forwards.some((p) => p.includes('put back whole from its image')));
  assert.ok(forwards.some((p) => p.includes('"became":"restored"')));
  await page.evaluate(() => globalThis.toastscope.session.timeline.seek(1e9));
  assert.equal(await value(page, 1), 'committed');
  assert.equal(await value(page, 2), 'xxxxxxxxx');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('in the middle of a statement it never happened, and it is there after a reload', async () => {
  const { page, complaints } = await open(place);
  await runSql(page, SQL.split('\n').slice(0, 3).join('\n'));
  await runSql(page, "INSERT INTO t SELECT i, 'many' FROM generate_series(41, 80) i;");
  await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    const { start } = timeline.tape.placed.at(-1);
    timeline.seek(start);
    timeline.jump('tupleInserted');
    timeline.jump('tupleInserted');
  });
  await crash(page);
  const text = await page.evaluate(
    () => globalThis.toastscope.session.timeline.scene.placed.step.text,
  );
  assert.match(text, /^\\crash \d+\nINSERT INTO t/);
  await runSql(page, "SELECT 'there are ' || count(*) FROM t;");
  assert.match(await printed(page), /there are 40/);
  const before = await page.evaluate(() => globalThis.toastscope.session.timeline.length);
  await page.reload();
  await ready(page);
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.timeline.length), before);
  await runSql(page, "SELECT 'still ' || count(*) FROM t;");
  assert.match(await printed(page), /still 40/);
  assert.deepEqual(complaints, []);
  await page.close();
});
