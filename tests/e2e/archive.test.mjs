// The archive lab in a browser: segments are dropped on it, compressed and read back, and the programs open the
// results.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, checkWidth, openLab, serve } from './lib/page.mjs';

const place = serve();

/** Chooses exactly these choices, by names such as `xz-2`. */
const choose = (page, ...keys) =>
  page.evaluate((chosen) => (globalThis.archiveLab.chosen = new Set(chosen)), keys);

/** Measures until nothing is left. */
async function measure(page) {
  const button = page.getByRole('button', { name: /^Measure/ });
  // On a slow machine what takes long is left to the next time.
  do {
    await button.click();
    await page.waitForFunction(() => globalThis.archiveLab.stage === 'idle', null, {
      timeout: 400_000,
    });
    assert.equal(await page.evaluate(() => globalThis.archiveLab.error), '');
  } while (await page.evaluate(() => globalThis.archiveLab.missing.length > 0));
  return page.evaluate(() =>
    globalThis.archiveLab.results.map(({ method, level, way, inside, size }) => ({
      name: `${method} ${level} ${way} ${inside}`,
      size,
    })),
  );
}

/** Two megabytes that compress, with the first page header of a PostgreSQL 15 segment. */
function segment() {
  const bytes = Buffer.alloc(2 << 20);
  for (let i = 0; i < bytes.length; i += 4) bytes.writeUInt32LE((i * 2654435761) >>> (i % 29), i);
  bytes.writeUInt16LE(0xd110, 0);
  bytes.writeUInt16LE(2, 2);
  return bytes;
}

test('it opens with the four tables, and says whose they are', async () => {
  const { page, complaints } = await openLab(place, 'archive');
  for (const number of [1, 2, 3, 4]) await page.getByTestId(`table-${number}`).waitFor();
  await page.getByText('Measured when this page was made').waitFor();
  await page.getByRole('button', { name: 'Measure in this browser' }).waitFor();
  const { workers, results } = await (await fetch(`${place.address}labs/archive.json`)).json();
  for (const { method, level, way, inside, seconds, cpu, memory } of results) {
    const name = `${method} ${level} ${way} ${inside}`;
    // A clock's ticks, and what Node.js does beside.
    assert.ok(
      cpu > 0 && cpu <= workers * seconds + 0.1,
      `${name}: ${cpu} s of CPU in ${seconds} s`,
    );
    assert.equal(memory > 0, way === 'whole' && inside === 'off', name);
  }
  assert.deepEqual(complaints, []);
});

test('what it is at is said: which program over which log, and how many of all', async () => {
  const { page } = await openLab(place, 'archive');
  await page.getByLabel('Your own segments').check();
  const file = { name: 'wal', mimeType: 'application/octet-stream', buffer: segment() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await choose(page, 'gzip-1', 'xz-2', 'xz-6');
  const said = page.evaluate(
    () =>
      new Promise((resolve) => {
        const all = new Set();
        /** Notes what the lab says while it measures. */
        const look = () => {
          const { doing, left, stage } = globalThis.archiveLab;
          if (doing) all.add(doing);
          if (left > 0 && document.querySelector('.progress small')?.textContent.includes('s more'))
            globalThis.timeIsSaid = true;
          if (stage === 'idle' && all.size > 0) resolve([...all]);
          else setTimeout(look, 1);
        };
        look();
      }),
  );
  await measure(page);
  const lines = (await said).filter((line) => line.includes(' over '));
  assert.ok(lines.length > 0);
  for (const line of lines)
    assert.match(line, /^(gzip|pigz|xz|xz -T) -\d over the log as it is, [1-6] of 6$/);
  assert.ok(await page.evaluate(() => globalThis.timeIsSaid), 'how long it takes at most');
});

test('what does not fit into the time is left out, said, and measured the next time', async () => {
  const { page } = await openLab(place, 'archive');
  await page.getByLabel('Your own segments').check();
  const file = { name: 'wal', mimeType: 'application/octet-stream', buffer: segment() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await choose(page, 'gzip-1', 'gzip-9', 'xz-2');
  await page.evaluate(() => (globalThis.archiveLab.budget = 0));
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.getByText('of what was chosen would have taken longer than 0 seconds').waitFor();
  const left = await page.evaluate(() => globalThis.archiveLab.missing.length);
  assert.ok(left > 0);
  await page.evaluate(() => (globalThis.archiveLab.budget = 300));
  const results = await measure(page);
  assert.equal(results.length, 6);
  await page.getByText('of what was chosen').waitFor({ state: 'detached' });
});

test('pgbench: the ranking of the study', async () => {
  const { page, complaints } = await openLab(place, 'archive');
  await choose(page, 'gzip-1', 'gzip-9', 'bzip2-1', 'bzip2-9', 'xz-1', 'xz-2', '7z-1', '7z-3');
  await page.getByLabel('A file in blocks').uncheck();
  // The log is written, and no time is left: the next measurement has nothing to write.
  await page.evaluate(() => (globalThis.archiveLab.budget = 0));
  await page.getByRole('button', { name: /^Measure/ }).click();
  await page.waitForFunction(() => globalThis.archiveLab.timedOut, null, { timeout: 400_000 });
  await page.waitForFunction(() => globalThis.archiveLab.stage === 'idle');
  await page.evaluate(() => (globalThis.archiveLab.budget = 300));
  const results = await measure(page);
  const logs = await page.evaluate(() =>
    globalThis.archiveLab.logs.map(({ inside, size }) => ({ inside, size })),
  );
  const log = Object.fromEntries(logs.map(({ inside, size }) => [inside, size]));
  /** The sizes that a program made, level by level. */
  const sizes = (program, inside = 'off') =>
    results
      .filter(({ name }) => name.startsWith(`${program} `) && name.endsWith(` ${inside}`))
      .map(({ size }) => size);
  console.log(JSON.stringify({ log, results }));

  // xz and 7z make the smallest files, then bzip2, then gzip, whatever the level.
  const small = [...sizes('xz'), ...sizes('7z')];
  assert.ok(Math.max(...small) < Math.min(...sizes('bzip2')), 'xz and 7z before bzip2');
  assert.ok(Math.max(...sizes('bzip2')) < Math.min(...sizes('gzip')), 'bzip2 before gzip');
  // wal_compression alone is well above all of them, and well below nothing at all.
  assert.ok(log.pglz > 1.4 * Math.max(...sizes('gzip')), 'wal_compression above the programs');
  assert.ok(log.pglz < 0.5 * log.off, 'wal_compression below nothing');
  // xz over the log as it is leaves less than over wal_compression's.
  assert.ok(sizes('xz 2')[0] < sizes('xz 2', 'pglz')[0], 'xz outside before both');
  await page.getByTestId('verdict').getByText('xz -2 alone leaves less').waitFor();
  assert.deepEqual(complaints, []);
});

test('large text, which TOAST compressed already, and all segments as one file', async () => {
  const { page, complaints } = await openLab(place, 'archive', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.getByLabel('Bulk load of large text').check();
  await page.getByLabel('All segments as one file').check();
  await page.getByLabel('A file in blocks').uncheck();
  await choose(page, 'gzip-1', 'xz-1', 'zstd-3');
  const results = await measure(page);
  /** The size of a result. */
  const size = (name) => results.find((r) => r.name === name)?.size;
  const [log, squeezed] = await page.evaluate(() =>
    ['off', 'pglz'].map((i) => globalThis.archiveLab.logs.find((l) => l.inside === i).size),
  );
  console.log(JSON.stringify({ log, squeezed, results }));
  // Chunks are compressed and new pages are not logged whole: wal_compression takes almost nothing off.
  assert.ok(squeezed > 0.97 * log, `${squeezed} of ${log}`);
  // The programs still find something, far less than in pgbench's log.
  for (const name of ['gzip 1 whole off', 'xz 1 whole off', 'zstd 3 whole off'])
    assert.ok(size(name) > 0.4 * log && size(name) < 0.98 * log, `${name}: ${size(name)}`);
  assert.ok(size('zstd 3 long off') <= size('zstd 3 whole off'));
  await checkAxe(page);
  await checkWidth(page);
  assert.deepEqual(complaints, []);
});

test('a dropped segment, every program, and files that the programs open', async () => {
  const { page, complaints } = await openLab(place, 'archive');
  const plain = segment();
  const name = '000000010000000000000007';
  await page.getByLabel('Your own segments').check();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: plain });
  await page.getByText('WAL page magic D110, PostgreSQL 15').waitFor();
  await choose(page, 'gzip-1', 'gzip-9', 'bzip2-9', 'xz-2', '7z-1', 'zstd-3', 'lz4-1');
  const results = await measure(page);
  // Each alone; gzip, bzip2, xz and zstd in blocks too.
  assert.equal(results.length, 7 + 5);
  for (const { name, size } of results) assert.ok(size > 0 && size < plain.length, name);
  // Each alone in a module of its own: a program that takes little is not told another's memory.
  const memory = await page.evaluate(() =>
    globalThis.archiveLab.results
      .filter(({ way }) => way === 'whole')
      .map(({ method, level, memory }) => [`${method} ${level}`, memory]),
  );
  assert.equal(memory.filter(([, bytes]) => bytes > 0).length, 7);
  const peaks = Object.fromEntries(memory);
  assert.ok(peaks['gzip 1'] < peaks['7z 1'], JSON.stringify(peaks));
  await page.getByTestId('table-3').waitFor();

  /** Saves the first compressed segment, and unpacks it with the program. */
  const save = async (command, program, args) => {
    await page.getByRole('button', { name: command, exact: true }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the first segment' }).click();
    const file = await (await waiting).path();
    const done = spawnSync(program, args, { input: readFileSync(file), maxBuffer: 1 << 26 });
    if (done.error) return;
    assert.ok(done.stdout.equals(plain), `${program} gives back the segment`);
  };
  await save('gzip -9', 'gunzip', ['-c']);
  await save('xz -2', 'xz', ['-dc']);
  await save('zstd -3', 'zstd', ['-dc']);
  assert.deepEqual(complaints, []);
});

test('sorted by size, by keyboard; and a command for what is chosen', async () => {
  const { page } = await openLab(place, 'archive');
  await page.getByLabel('Your own segments').check();
  const file = { name: 'wal', mimeType: 'application/octet-stream', buffer: segment() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await choose(page, 'gzip-1', 'bzip2-1', 'xz-1');
  await measure(page);
  const sort = page.getByTestId('table-1').getByRole('button', { name: 'Size (MB)' });
  await sort.focus();
  await page.keyboard.press('Enter');
  const sizes = await page
    .getByTestId('table-1')
    .locator('tbody td:nth-child(5)')
    .allTextContents();
  assert.deepEqual(
    sizes.map(Number),
    sizes.map(Number).sort((a, b) => a - b),
  );
  await page.getByRole('button', { name: 'bzip2 -1', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('restore_command = \'bunzip2 < /mnt/archive/%f.bz2 > "%p"\'').waitFor();
});

test('cancelled, and begun again', async () => {
  const { page } = await openLab(place, 'archive');
  await page.getByLabel('Your own segments').check();
  const buffer = Buffer.concat([segment(), segment(), segment(), segment()]);
  const file = { name: 'wal', mimeType: 'application/octet-stream', buffer };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await choose(page, 'xz-9');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText(/Compressing: /).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Measure' }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.archiveLab.error), '');
  await choose(page, 'gzip-1');
  assert.ok((await measure(page)).length >= 1);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe has nothing to say, in ${colorScheme}`, async () => {
    const { page } = await openLab(place, 'archive', { colorScheme });
    /** Checks accessibility. */
    const check = (state) => checkAxe(page, state);
    await check('empty');
    await page.getByLabel('Your own segments').check();
    const file = { name: 'wal', mimeType: 'application/octet-stream', buffer: segment() };
    await page.locator('input[type=file]').nth(0).setInputFiles(file);
    await page.locator('input[type=file]').nth(1).setInputFiles(file);
    await choose(page, 'gzip-1', 'gzip-2', 'xz-0', 'lz4-1');
    await measure(page);
    await check('measured');
  });
}
