// Compare: one script under two settings, with one clock.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, checkWidth, open, serve } from './lib/page.mjs';

const place = serve();

/** Opens Compare, runs a preset, and waits until both sides have run. */
async function compared(options = {}, preset = '') {
  const opened = await open(place, { ...options, at: '#/compare' });
  if (preset) await opened.page.getByRole('combobox', { name: /^Compare/ }).selectOption(preset);
  await opened.page.waitForFunction(
    () => {
      const { pair } = globalThis.toastscope;
      return pair.length > 0 && !pair.busy && pair.at === pair.length;
    },
    null,
    { timeout: 120_000 },
  );
  return opened;
}

test('pglz and lz4 side by side: one clock, and what differs is called out', async () => {
  const { page, complaints } = await compared();
  const table = page.getByRole('region', { name: 'Differences of the whole script' });
  await table.getByRole('row', { name: /^pglz/ }).waitFor();
  /** The statement that each side shows, and whether it has ended. */
  const places = () =>
    page.evaluate(() => {
      const { left, right } = globalThis.toastscope.pair;
      return [left, right].map((s) => [s.timeline.scene.placed?.step.text, s.timeline.scene.ended]);
    });
  const slider = page.getByRole('slider', { name: 'Clock of both' });
  await slider.focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageDown');
  const [left, right] = await places();
  assert.match(left[0], /^INSERT INTO t/);
  assert.deepEqual(left, right);
  assert.equal(left[1], true);
  // What either printed stands above its stage, and their buffers are drawn.
  for (const name of ['pglz', 'lz4'])
    await page
      .getByRole('region', { name: `What ${name} printed` })
      .getByText('INSERT 0 40')
      .waitFor();
  await page.getByTestId('contrast').waitFor();
  // What lz4 stores of these digests is larger than what pglz stores.
  const toast = await table.getByRole('row', { name: /^difference/ }).textContent();
  assert.match(toast, /(pglz|lz4): ([\d.,]+ times (pglz|lz4)’s|[\d,]+ (bytes |kB )?more)/);
  // A step back: whichever was done last is not done yet.
  await page.keyboard.press('ArrowLeft');
  assert.ok((await places()).some(([, ended]) => !ended));
  assert.deepEqual(complaints, []);
});

test('played, the side that touches more buffers is done later, by as much', async () => {
  const { page } = await compared({}, 'storage');
  const last = await page.evaluate(() => {
    const { pair } = globalThis.toastscope;
    const sides = [pair.left, pair.right];
    const span = pair.spans.at(-1);
    return {
      buffers: sides.map(({ timeline }) => {
        const { hit, read } = timeline.tape.placed.at(-1).step.counters.statement;
        return hit + read;
      }),
      millis: span.sides.map(({ until }) => until.at(-1)),
      lasts: span.end - span.start,
    };
  });
  const dearer = last.buffers[0] > last.buffers[1] ? 0 : 1;
  /** How many times more the dearer side took. */
  const timesOf = (numbers) => numbers[dearer] / numbers[1 - dearer];
  assert.ok(timesOf(last.buffers) > 1.2, `${last.buffers} buffers`);
  assert.equal(last.lasts, last.millis[dearer]);
  assert.ok(Math.abs(timesOf(last.millis) - timesOf(last.buffers)) < 0.02, `${last.millis} ms`);
  // Shortly before the end the cheaper one has its result, and waits.
  const before = await page.evaluate(
    (ms) => {
      const { pair } = globalThis.toastscope;
      pair.seek(pair.length - ms);
      return [pair.left, pair.right].map((s) => s.timeline.scene.ended);
    },
    (last.millis[dearer] - last.millis[1 - dearer]) / 2,
  );
  assert.deepEqual([before[dearer], before[1 - dearer]], [false, true]);
});

for (const [width, height, least] of [
  [1280, 720, 320],
  [720, 720, 390],
  [390, 844, 390],
]) {
  test(`two stages in a window of ${width} by ${height}`, async () => {
    const { page } = await compared({ viewport: { width, height } });
    const boxes = [];
    for (const name of ['pglz', 'lz4']) {
      const side = page.getByRole('region', { name: `Stage of ${name}` });
      boxes.push(await side.boundingBox());
      const stage = await side.locator('[data-stage]').boundingBox();
      assert.ok(stage.height > least / 2, `${name}: a stage of ${stage.height} px`);
      // What the sentence names is drawn whole in that space.
      /** By how many pixels the drawing is higher than the stage. */
      const hiddenHeight = () =>
        side.locator('[data-stage]').evaluate((at) => at.scrollHeight - at.clientHeight);
      assert.ok((await hiddenHeight()) <= 1, `${name}: ${await hiddenHeight()} px do not fit`);
    }
    for (const box of boxes) assert.ok(box.height >= least, `${box.height} px`);
    const [left, right] = boxes;
    if (width >= 640) {
      // Side by side, above the clock.
      const clock = await page.getByRole('region', { name: 'Clock of both' }).boundingBox();
      assert.equal(left.y, right.y);
      for (const box of boxes) assert.ok(box.y + box.height < clock.y + 2);
    } else {
      assert.ok(right.y >= left.y + left.height - 1);
    }
    await checkWidth(page);
  });
}

/** In the page: whether the parts and the maps of both stages begin at one height; `which`: at which they do. */
function begunAlike(which = false) {
  const tops = [...document.querySelectorAll('.side')].map((side) =>
    [...side.querySelectorAll('[data-stage], [data-part], article .cells')]
      .map((part) => Math.round(part.getBoundingClientRect().top))
      .join(),
  );
  return which ? tops : tops.length === 2 && tops[0] === tops[1];
}

const presets = readFileSync(new URL('../../web/src/compare/presets.ts', import.meta.url), 'utf8');
for (const [, id] of presets.matchAll(/^ {4}id: '([\w-]+)'/gm)) {
  test(`${id}: both sides run the script to its end`, async () => {
    const { page, complaints } = await compared({}, id);
    assert.equal(await page.getByRole('alert').count(), 0);
    const steps = await page.evaluate(() => {
      const { left, right } = globalThis.toastscope.pair;
      return [left, right].map((s) => s.timeline.tape.steps.length);
    });
    assert.equal(steps[0], steps[1]);
    assert.deepEqual(complaints, []);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(begunAlike, null, { timeout: 5_000 }).catch(async () => {
        const tops = await page.evaluate(begunAlike, true);
        assert.fail(`at ${width} × ${height} both sides begin at ${tops.join(' and at ')}`);
      });
    }
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing to complain of in ${colorScheme}`, async () => {
    const { page } = await compared({ colorScheme });
    await checkAxe(page);
  });
}
