// A page whose engine has grown takes a new one when nothing runs: what it reserved is given back, and nobody sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed, ready, runSql, serve, visit } from './lib/page.mjs';

const place = serve();
const SCRIPT = [
  'CREATE TABLE t (id int PRIMARY KEY, a text);',
  'INSERT INTO t SELECT i, repeat(md5(random()::text), 100) FROM generate_series(1, 20) i;',
  'UPDATE t SET a = a || a WHERE id = 7;',
];
/** A tab's kept session: what ran at a known time, with a known seed. */
const KEPT = JSON.stringify({
  seed: 0.25,
  steps: SCRIPT.map((text, i) => ({ id: i + 1, parent: i, line: 1, text, time: 1.7e12 + i })),
});
const NEXT = `SELECT random(), txid_current(), id, ctid, xmin, md5(a) FROM t ORDER BY id;
BEGIN; DELETE FROM t WHERE id < 5; SAVEPOINT s;`;
const GREEDY = "SELECT length(string_agg(repeat('x', 1000), '')) FROM generate_series(1, 200000);";

/** Opens a page on the kept session. */
async function kept() {
  const opened = await visit({ ...place, address: 'about:blank' }, { composed: true });
  await opened.page.addInitScript((text) => sessionStorage.setItem('toastscope main', text), KEPT);
  await opened.page.goto(`${place.address}#/console`);
  await opened.page.waitForFunction(() => globalThis.toastscope?.session.timeline.length > 0);
  await ready(opened.page);
  return opened;
}

/** Bytes that the page's engine has reserved. */
const reserved = (page) => page.evaluate(() => globalThis.toastscope.session.reserved);

/** What the page shows: its words, and where the timeline stands. */
const shown = (page) =>
  page.evaluate(() => {
    const { timeline, stopped, server } = globalThis.toastscope.session;
    const { at, length, base, wentBack, next } = timeline;
    const words = document.querySelector('#app').innerText;
    return { at, length, base, wentBack, next, stopped, server, words };
  });

/** What is printed by the statement that runs next, after one went back to the end of the second. */
async function branch(page) {
  await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    timeline.go(timeline.tape.placed[1].end);
  });
  await runSql(page, 'SELECT sum(length(a)) AS letters FROM t;');
  return (await printed(page)).split('letters').at(-1);
}

test('an engine that has grown is replaced while nothing runs', { timeout: 180_000 }, async () => {
  const [grown, small] = [await kept(), await kept()];
  const { page } = grown;
  for (let i = 0; i < 2; i++) {
    await page.evaluate((sql) => globalThis.toastscope.session.tryOut(sql, 3, false), GREEDY);
  }
  const most = await reserved(page);
  assert.ok(most > 256e6, `${most} bytes`);
  await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    timeline.go(timeline.tape.placed[1].end);
  });
  await page.getByText('This starts a branch after statement 2').waitFor();
  const before = await shown(page);
  await page.waitForFunction((was) => globalThis.toastscope.session.reserved < was, most, {
    timeout: 60_000,
  });
  const least = await reserved(page);
  console.log(`reserved: ${most} bytes, then ${least}`);
  assert.ok(least < most - 150e6, `${least} bytes of ${most}`);
  assert.equal(page.workers().length, 1);
  assert.deepEqual(await shown(page), before);

  const printedBy = [];
  for (const { page: each } of [grown, small]) {
    await each.evaluate(() => globalThis.toastscope.session.timeline.go(1e9));
    await runSql(each, NEXT);
    printedBy.push([await printed(each), await branch(each)]);
  }
  assert.deepEqual(printedBy[0], printedBy[1]);
  assert.match(printedBy[0][0], /SAVEPOINT/);
  assert.deepEqual([...grown.complaints, ...small.complaints], []);
});

test('what runs meanwhile runs in the old engine', { timeout: 180_000 }, async () => {
  const { page, complaints } = await kept();
  const times = 6;
  await page.evaluate((sql) => globalThis.toastscope.session.tryOut(sql, 3, false), GREEDY);
  await page.evaluate((sql) => globalThis.toastscope.session.tryOut(sql, 3, false), GREEDY);
  const most = await reserved(page);
  await page.evaluate(() => {
    const { session } = globalThis.toastscope;
    session.client.renew(session.seed, session.timeline.tape.steps);
  });
  for (let i = 0; i < times; i++)
    await runSql(page, 'INSERT INTO t (id) SELECT max(id) + 1 FROM t;');
  await runSql(page, "SELECT 'there are ' || count(*) FROM t;");
  assert.match(await printed(page), new RegExp(`there are ${20 + times}`));
  await page.waitForFunction((was) => globalThis.toastscope.session.reserved < was, most, {
    timeout: 60_000,
  });
  await runSql(page, "SELECT 'still there are ' || count(*) FROM t;");
  assert.match(await printed(page), new RegExp(`still there are ${20 + times}`));
  assert.deepEqual(complaints, []);
});
