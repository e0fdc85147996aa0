// A window of 4K on a screen that enlarges nothing, such as a projector's: labs and Compare are drawn as much larger as
// the workbench is, fit the window, and a pointer hits what it points at. (tests/e2e/timeline.test.mjs: the workbench.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWidth, openLab, serve, visit } from './lib/page.mjs';

const place = serve();
const viewport = { width: 3840, height: 2160 };

/** How many times larger than on a desk what stands in the middle of the page is drawn. */
const largerOf = (page) =>
  page
    .locator('main')
    .first()
    .evaluate((main) => main.currentCSSZoom);

const LABS = [
  ...['archive', 'segment', 'strategies', 'compression', 'text', 'append', 'clients'],
  ...['depth', 'whole'],
];
for (const name of LABS) {
  test(`${name} is drawn larger, and nothing of it is too wide`, async () => {
    const { page, complaints } = await openLab(place, name, { viewport });
    assert.ok((await largerOf(page)) > 1.5, `${await largerOf(page)} times`);
    await checkWidth(page, name);
    assert.deepEqual(complaints, []);
  });
}

test('Compare is drawn larger, with its clock at the foot of the window', async () => {
  const { page, complaints } = await visit(place, { at: '#/compare', viewport });
  await page.getByRole('slider', { name: 'Clock of both' }).waitFor();
  assert.ok((await largerOf(page)) > 1.5, `${await largerOf(page)} times`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), viewport.height);
  await checkWidth(page, 'Compare');
  assert.deepEqual(complaints, []);
});

test('a press on a segment drawn to scale chooses the record that lies there', async () => {
  const { page } = await openLab(place, 'segment', { viewport });
  const { x, y, width, height } = await page.locator('rect.ground').boundingBox();
  // The picture ends with the page that the last record ends on.
  /** Where the chosen record begins, as a part of that extent. */
  const share = () =>
    page.evaluate(() => {
      const { segmentLab: lab } = globalThis;
      /** Where a record is in its segment. */
      const within = ({ lsn }) => lsn % lab.opened.view.size;
      const last = lab.record(lab.listed.at(-1));
      const extent = Math.ceil((within(last) + last.bytes) / 8192) * 8192;
      return within(lab.record(lab.chosen)) / extent;
    });
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction(() => globalThis.segmentLab.chosen > 0);
  assert.ok(Math.abs((await share()) - 0.5) < 0.02, `${await share()} of the picture`);
});

test('a chart tells of the point that is pointed at', async () => {
  const { page } = await openLab(place, 'text', { viewport });
  const mark = page.locator('section svg[role=img] path[transform]').last();
  await mark.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await mark.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  const circle = page.locator('circle.marked');
  await circle.waitFor();
  const box = await circle.boundingBox();
  const off = Math.hypot(
    box.x + box.width / 2 - x - width / 2,
    box.y + box.height / 2 - y - height / 2,
  );
  assert.ok(off < 4, `${off} px beside it`);
});

for (const [at, heading] of [
  ['workshop.html#/half-day', 'TOAST in half a day'],
  ['workshop.html#/half-day/handout', 'TOAST in half a day'],
  ['embedding.html', 'Toastscope in your page'],
]) {
  test(`${at} is drawn larger, and nothing of it is too wide`, async () => {
    const { page, complaints } = await visit(place, { at, viewport });
    await page.getByRole('heading', { name: heading }).first().waitFor();
    assert.ok((await largerOf(page)) > 1.5, `${await largerOf(page)} times`);
    await checkWidth(page, at);
    assert.deepEqual(complaints, []);
  });
}
