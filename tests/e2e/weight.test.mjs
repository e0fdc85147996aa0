// Prints what each part of the page weighs, compressed as a server sends it, and fails if one exceeds its ceiling in
// weight.json. A ceiling is the least weight that was reached, in kB:
//
//   UPDATE_WEIGHT=1 node --test tests/e2e/weight.test.mjs      lowers them to what is built; it never raises one
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { open, ready, serve } from './lib/page.mjs';

const kB = 1000;
const file = fileURLToPath(new URL('weight.json', import.meta.url));
const ceilings = JSON.parse(readFileSync(file, 'utf8'));
const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

const place = serve();

/** Bytes of a file as it is sent: in the best brotli, which the build may have left beside it. */
function packed(name) {
  const bytes = readFileSync(dist + name);
  if (/woff2$/.test(name)) return bytes.length;
  if (existsSync(`${dist}${name}.br`)) return readFileSync(`${dist}${name}.br`).length;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).length;
}

/** The files that a page has loaded so far, and its workers. */
async function loaded(page) {
  const urls = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  );
  const workers = page.workers().map((worker) => worker.url());
  const names = [...urls, ...workers].filter((url) => url.startsWith('http'));
  return new Set(['index.html', ...names.map((url) => new URL(url).pathname.slice(1))]);
}

const weights = {};
/** Weighs the files of a part (`names`) that no part before it had (`known`), prints each, and adds them to `known`. */
function weigh(part, names, known) {
  let sum = 0;
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    const bytes = packed(name);
    sum += bytes;
    console.log(`${String(Math.round(bytes / kB)).padStart(6)} kB  ${part}: ${name}`);
  }
  weights[part] = Math.floor(sum / kB);
  console.log(`${part}: ${weights[part]} kB, ceiling ${ceilings[part]}`);
}

test('every part', async () => {
  const known = new Set();

  // The start view, without what is fetched in the background once it is drawn.
  const context = await place.browser.newContext();
  const first = await context.newPage();
  await first.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  await first.goto(place.address);
  await first.getByRole('heading', { level: 1 }).waitFor();
  await first.waitForLoadState('networkidle');
  const names = await loaded(first);
  assert.ok(![...names].some((name) => name.endsWith('.wasm')), 'it does not wait for the module');
  weigh('start', names, known);

  const { page } = await open(place);
  await page.locator('.cm-editor').waitFor();
  const all = [...(await loaded(page))];
  const module = all.find((name) => name.endsWith('.wasm')) ?? moduleName(all);
  /** Whether a file is the editor, which loads after the page. */
  const editor = (name) => /codemirror/.test(name) || /jetbrains/.test(name);
  weigh(
    'workbench',
    all.filter((name) => !editor(name) && name !== module),
    known,
  );
  weigh(
    'console',
    all.filter((name) => name !== module),
    known,
  );

  const lesson = await open(place, { at: '#/lesson/pages' });
  await ready(lesson.page);
  await lesson.page.getByTestId('step').waitFor();
  await lesson.page.waitForLoadState('networkidle');
  known.add(module);
  const ofLesson = [...(await loaded(lesson.page))];
  /** Whether a file is there only to play the lesson without the module: these files are weighed apart. */
  const recorded = (name) => /^recorded\/|\/connect-/.test(name);
  weigh(
    'lesson',
    ofLesson.filter((name) => !recorded(name)),
    known,
  );
  weigh('recorded', ofLesson.filter(recorded), known);
  assert.ok(weights.recorded > 0, 'a lesson is played from what was recorded');
  known.delete(module);
  weigh('module', [module], known);
  for (const file of readdirSync(`${dist}assets`)) {
    const part = /^toastscope_([a-z]+\d*)-.*\.wasm$/.exec(file)?.[1];
    if (part && part !== 'bg') weigh(part, [`assets/${file}`], known);
  }

  assert.deepEqual(Object.keys(weights).toSorted(), Object.keys(ceilings).toSorted(), file);
  const over = Object.keys(weights).filter((part) => weights[part] > ceilings[part]);
  assert.deepEqual(over, [], 'heavier than it was');
  if (process.env.UPDATE_WEIGHT) writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
});

/** The path of the engine's module, read from the worker's code: the worker loads it, so the page's list of files lacks it. */
function moduleName(names) {
  const worker = names.find((name) => /worker/.test(name));
  const file = /[\w-]+_bg-[\w-]+\.wasm/.exec(readFileSync(dist + worker, 'utf8'));
  return `assets/${file[0]}`;
}
