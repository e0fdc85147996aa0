// A segment of a log in the page: its records, their bytes, page images as pages, and what is wrong with
// files that are none. The segment is one that the engine wrote; tests/tests/segment.rs has real ones.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as archive from '../../web/src/engine/generated/archive.js';
import { checkAxe, checkWidth, openLab, serve } from './lib/page.mjs';

const GENERATED = new URL('../../web/src/engine/generated/', import.meta.url);
const SCRIPT = `CREATE TABLE t (id int PRIMARY KEY, v text);
INSERT INTO t SELECT i, repeat('x', i % 90) FROM generate_series(1, 500) i;
CHECKPOINT;
UPDATE t SET v = v || '!' WHERE id % 3 = 0;
SET wal_compression = pglz;
CHECKPOINT;
UPDATE t SET v = v || '?' WHERE id % 3 = 1;
SET wal_compression = lz4;
CHECKPOINT;
DELETE FROM t WHERE id % 5 = 0;
SET wal_compression = zstd;
CHECKPOINT;
UPDATE t SET v = v || '.' WHERE id % 5 = 1;`;

/** A segment that the engine writes. */
function written() {
  Object.assign(globalThis, { toastscopeInterrupted: () => false, toastscopePanicked: () => {} });
  const { LogWriter, useZstd } = createRequire(import.meta.url)('../../target/node/toastscope.js');
  archive.initSync({ module: readFileSync(new URL('archive_bg.wasm', GENERATED)) });
  Object.assign(globalThis, { toastscopeZstdCompress: archive.zstdFrame });
  useZstd();
  const writer = new LogWriter(16_384, 2 ** 30, 1, true);
  for (const line of SCRIPT.split('\n')) writer.line(line);
  const [name] = writer.segmentNames();
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(writer.segment(name)) };
}

const place = serve();
const segment = written();

/** Gives the page a file. */
const give = async (page, file) => {
  await page.locator('input[type=file]').setInputFiles(file);
};

test('it opens with a log that the engine has just written', async () => {
  const { page, complaints } = await openLab(place, 'segment');
  await page.getByText('The engine has just written this log').waitFor();
  await page
    .getByTestId('segment')
    .getByText(/records, 0\//)
    .waitFor();
  assert.ok(await page.evaluate(() => globalThis.segmentLab.listed.length > 100));
  await give(page, segment);
  await page.getByText('The engine has just written this log').waitFor({ state: 'detached' });
  await page.waitForFunction((name) => globalThis.segmentLab.name === name, segment.name);
  assert.deepEqual(complaints, []);
});

test('records are listed, filtered, walked by keyboard, and open down to a page', async () => {
  const { page, complaints } = await openLab(place, 'segment');
  await give(page, segment);
  await page.getByTestId('segment').getByText('records, 0/2000000 to').waitFor();
  const list = page.getByTestId('records');
  await list.focus();
  await page.keyboard.press('End');
  await page.getByTestId('open-record').getByText('Transaction/COMMIT at').waitFor();
  await page.keyboard.press('Home');
  await page.getByTestId('open-record').getByText('XLOG/CHECKPOINT_SHUTDOWN at').waitFor();
  // Only those with images: for each method one is opened as a page.
  await page.getByLabel('with page images').check();
  const methods = await page.evaluate(async () => {
    const lab = globalThis.segmentLab;
    const seen = {};
    for (const i of lab.listed) {
      await lab.choose(i);
      const image = lab.inspection.tree.children.find((f) => f.name.startsWith('image of'));
      const method = /compressed with (\w+)/.exec(image.note)?.[1] ?? 'off';
      lab.inspection.looked.follow(image.leads);
      await lab.inspection.load();
      seen[method] = (seen[method] ?? 0) + (lab.inspection.bytes.length === 8192 ? 1 : 0);
    }
    return seen;
  });
  assert.deepEqual(Object.keys(methods).toSorted(), ['lz4', 'off', 'pglz', 'zstd']);
  assert.ok(
    Object.values(methods).every((n) => n > 2),
    JSON.stringify(methods),
  );
  await page.getByTestId('open-record').getByText('as logged').first().waitFor();
  // The sums say how many there are.
  await page.getByLabel('with page images').uncheck();
  await page.getByRole('button', { name: 'Only Btree, or all again' }).click();
  const shown = await page.evaluate(() => globalThis.segmentLab.listed.length);
  const btree = await page.evaluate(
    () => globalThis.segmentLab.sums.find((s) => s.manager === 'Btree').records,
  );
  assert.equal(shown, btree);
  assert.deepEqual(complaints, []);
});

for (const width of [1024, 390]) {
  test(`what a record says is not cut at ${width}, and none lies on another`, async () => {
    const { page } = await openLab(place, 'segment', { viewport: { width, height: 768 } });
    await give(page, segment);
    const list = page.getByTestId('records');
    await list.locator('.words').first().getByText(/./).waitFor();
    /** What of the records in the list is cut, and which of them overlap. */
    const faults = () =>
      list.evaluate((its) => {
        const rows = [...its.querySelectorAll('[role=option]')];
        // A checkpoint says more than any other record: it is whole where it is chosen.
        const cut = rows
          .map((row) => row.querySelector('.words'))
          .filter((words) => words.textContent.length < 150)
          .filter((words) => words.scrollHeight > words.clientHeight + 1);
        const tall = rows.filter(
          (row) => row.ariaSelected !== 'true' && row.scrollHeight > row.clientHeight + 1,
        );
        return [...cut, ...tall].map((part) => part.textContent);
      });
    assert.deepEqual(await faults(), []);
    await list.focus();
    await page.keyboard.press('End');
    await list.getByRole('option', { selected: true }).locator('.words').getByText(/./).waitFor();
    assert.deepEqual(await faults(), []);
    // The longest one is whole once it is chosen.
    const checkpoint = await page.evaluate(async () => {
      const lab = globalThis.segmentLab;
      const at = lab.listed.find((i) => lab.types[lab.record(i).type].name === 'CHECKPOINT_ONLINE');
      await lab.choose(at);
      return at;
    });
    const words = list.locator(`#record-${checkpoint} .words`);
    await words.getByText(/oldest running xid/).waitFor();
    assert.ok(await words.evaluate((it) => it.scrollHeight <= it.clientHeight + 1));
  });
}

test('a file that is no segment is refused in a sentence', async () => {
  const { page, complaints } = await openLab(place, 'segment');
  /** A file with these bytes. */
  const file = (bytes) => ({ name: 'x', mimeType: '', buffer: Buffer.from(bytes) });
  for (const [bytes, says] of [
    ['SELECT 1;', 'This is no segment of PostgreSQL’s write-ahead log.'],
    [[0x0d, 0xd1, 7, 0, ...Array(9000).fill(0)], 'magic number D10D'],
    [segment.buffer.subarray(0, 30), 'not like the first one of a segment'],
  ]) {
    await give(page, file(bytes));
    await page.getByRole('alert').getByText(says).waitFor();
  }
  // One that breaks off is read up to there.
  await give(page, { ...segment, buffer: segment.buffer.subarray(0, 50_000) });
  await page.getByTestId('segment').waitFor();
  assert.deepEqual(complaints, []);
});

test('dropped on the start view, and from the archive lab', async () => {
  const { page } = await openLab(place, 'segment');
  await page.goto(`${place.address}#/`);
  await page.getByLabel('A script, a lesson or a segment').setInputFiles(segment);
  await page.getByTestId('segment').getByText(segment.name).waitFor();
  await page.goto(`${place.address}#/archive`);
  await page.getByLabel('Your own segments').check();
  await page.locator('input[type=file]').first().setInputFiles(segment);
  await page.getByText('Look into the first segment').click();
  await page.getByTestId('segment').getByText(segment.name).waitFor();
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [390, 'dark'],
]) {
  test(`axe has nothing to say at ${width}, and nothing scrolls sideways`, async () => {
    const { page } = await openLab(place, 'segment', {
      viewport: { width, height: 844 },
      colorScheme,
    });
    /** Checks accessibility, and that nothing is wider than the page. */
    const check = async (state) => {
      await checkAxe(page, state);
      await checkWidth(page, state);
    };
    await check('empty');
    await give(page, segment);
    await page.getByTestId('open-record').getByText('at 0/2000028').waitFor();
    await check('open');
  });
}

test('on a phone the bar above it is one line', async () => {
  const { page } = await openLab(place, 'segment', { viewport: { width: 390, height: 844 } });
  const button = await page.getByRole('button', { name: 'Open your own' }).boundingBox();
  const { height } = await page.locator('header').first().boundingBox();
  assert.ok(height < 2 * button.height, `the bar is ${height} px tall, a button ${button.height}`);
});
