// What the first load weighs, compressed: reported, and held below what it is today.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { open, start } from './lib/page.mjs';

const kB = 1000;
/** The design's budget, and what must not be passed meanwhile. */
const BUDGET = { module: 250 * kB, rest: 100 * kB };
const CEILING = { module: 1400 * kB, rest: 260 * kB };

let place;
before(async () => (place = await start()));
after(() => place?.close());

test('the first load', async () => {
  const { page } = await open(place);
  await page.locator('.cm-editor').waitFor();
  const urls = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  );
  const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));
  const names = new Set(['index.html', ...urls.map((url) => new URL(url).pathname.slice(1))]);
  for (const frame of page.workers()) names.add(new URL(frame.url()).pathname.slice(1));
  const weight = { module: 0, rest: 0 };
  for (const name of [...names].filter((n) => n && !n.startsWith('data:'))) {
    const bytes = readFileSync(dist + name);
    const packed = /woff2$/.test(name)
      ? bytes.length
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
    weight[name.endsWith('.wasm') ? 'module' : 'rest'] += packed;
    console.log(`${String(Math.round(packed / kB)).padStart(6)} kB  ${name}`);
  }
  // The worker loads the module itself, which the page's own list does not tell of.
  if (weight.module === 0) {
    const module = readdirSync(`${dist}assets`).find((name) => name.endsWith('.wasm'));
    weight.module = brotliCompressSync(readFileSync(`${dist}assets/${module}`), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
    }).length;
    console.log(`${String(Math.round(weight.module / kB)).padStart(6)} kB  ${module}`);
  }
  for (const part of ['module', 'rest']) {
    const said = `${part}: ${Math.round(weight[part] / kB)} kB of ${BUDGET[part] / kB} kB`;
    console.log(weight[part] <= BUDGET[part] ? `within budget, ${said}` : `OVER BUDGET, ${said}`);
    assert.ok(weight[part] <= CEILING[part], said);
  }
});
