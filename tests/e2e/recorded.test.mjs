// Lessons that come with the page are played from recordings, without the engine. The first thing that no recording
// knows loads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ready, runSql, serve, visit } from './lib/page.mjs';

const place = serve();

/** Visits an address; requests for the engine's module are counted, and fail until `gate.open` is true. */
async function behindGate(at) {
  const { page, complaints } = await visit(place, { at: 'NOTICE.txt' });
  const gate = { open: false, asked: 0 };
  await page.context().route(/\/toastscope_[^/]*\.wasm/, (route) => {
    gate.asked++;
    return gate.open ? route.continue() : route.abort();
  });
  await page.goto(place.address + at);
  complaints.length = 0;
  return { page, complaints, gate };
}

/** How long the timeline is, the sentence that is shown, and how many parts the row has. */
const shown = (page) =>
  page.evaluate(() => {
    const { session } = globalThis.toastscope;
    const { scene, length } = session.timeline;
    return { length, sentence: scene.sentence, row: session.lastRow?.length ?? 0 };
  });

/** Waits until the row is there. */
const settled = async (page) => {
  await ready(page);
  await page.waitForFunction(() => globalThis.toastscope.session.lastRow !== null);
};

test('a step of a frame opens and plays with the engine blocked', async () => {
  const { page, complaints, gate } = await behindGate('embed.html?lesson=curse&step=2');
  await page.waitForFunction(() => globalThis.toastscope?.run.settled);
  await settled(page);
  const { length, row } = await shown(page);
  assert.ok(length > 400 && row > 0, 'its frames are there, and its row');
  await page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    timeline.seek(3);
  });
  assert.match((await shown(page)).sentence, /\w/);
  assert.equal(gate.asked, 0);
  assert.deepEqual(complaints, []);
});

test('a lesson plays to its end with the engine blocked; SQL of one’s own brings it, and nothing is lost', async () => {
  const { page, gate } = await behindGate('#/lesson/sizes');
  await ready(page);
  const dots = page.locator('nav[aria-label=Steps] .dot');
  await dots.last().click();
  await ready(page);
  await settled(page);
  assert.equal(gate.asked, 0);
  const before = await shown(page);
  // Blocked it cannot come: that is said, and what was played stays.
  await runSql(page, 'SELECT 1 AS mine;');
  await page.waitForFunction(() => globalThis.toastscope.session.stopped !== '');
  await ready(page);
  assert.ok(gate.asked > 0);
  assert.equal((await shown(page)).length, before.length);
  gate.open = true;
  await runSql(page, 'SELECT count(*) AS mine FROM pg_class;');
  const ids = await page.evaluate(() =>
    globalThis.toastscope.session.timeline.tape.placed.map(({ step }) => step.id),
  );
  assert.deepEqual(
    ids,
    [...ids.keys()].map((i) => i + 1),
  );
  assert.match(await page.evaluate(() => globalThis.toastscope.session.pieces.at(-1).text), /mine/);
});

test('the engine that takes over has the bytes that were recorded', async () => {
  const { page, gate } = await behindGate('#/lesson/pointer');
  gate.open = true;
  await ready(page);
  await page.locator('nav[aria-label=Steps] .dot').last().click();
  await settled(page);
  assert.equal(gate.asked, 0);
  const recorded = await page.evaluate(() => globalThis.toastscope.session.lastRow);
  const asked = await page.evaluate(async () => {
    const { session } = globalThis.toastscope;
    const { relation } = session.lastRow;
    // Only the first of these two was recorded.
    await session.ask({ kind: 'outline', relation, first: 0, count: 1 });
    return session.ask({ kind: 'lastRow' });
  });
  assert.ok(gate.asked > 0, 'a question that was not recorded');
  /** A row without its undefined fields: a file cannot hold them. */
  const bare = (row) => JSON.parse(JSON.stringify(row));
  assert.deepEqual(bare(asked), bare(recorded));
});
