// The npm package, used as others would: installed from its packed file into a folder of its own, imported by its names.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs';
import { packed } from '../../scripts/lib/package.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.css': 'text/css',
};

let folder;
/** A path in the installed package. */
const inside = (...path) => join(folder, 'node_modules', 'toastscope', ...path);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'toastscope-package-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent', '--no-package-lock'];
  execFileSync('npm', ['install', ...quiet, packed()], { cwd: folder });
});
after(() => folder && rmSync(folder, { recursive: true }));

/** Runs a module in Node.js there. */
function node(code) {
  writeFileSync(join(folder, 'tried.mjs'), code);
  return execFileSync('node', ['tried.mjs'], { cwd: folder, encoding: 'utf8' });
}

test('each name that it exports leads to a file, and to its types', () => {
  const { exports } = JSON.parse(readFileSync(inside('package.json'), 'utf8'));
  const paths = Object.values(exports).flatMap((to) =>
    typeof to === 'string' ? to : Object.values(to),
  );
  for (const path of paths.filter((one) => !one.includes('*')))
    assert.ok(existsSync(inside(path)), path);
  assert.ok(existsSync(inside('dist/frame/embed.html')));
  assert.ok(existsSync(inside('dist/frame/recorded/pointer/3.light.svg')));
});

test('an embed is written on a server with the picture and the words of its step', () => {
  const { imports } = JSON.parse(readFileSync(inside('package.json'), 'utf8'));
  for (const path of Object.values(imports['#words'])) assert.ok(existsSync(inside(path)), path);
  const said = node(`
import { attributesOf, insideOf } from './node_modules/toastscope/dist/components/markup.js';
import words from './node_modules/toastscope/dist/components/words.js';
import none from './node_modules/toastscope/dist/components/no-words.js';
/** What stands within an embed, of a site at this address. */
const inside = (given, of = words) => insideOf(given, '/docs/toastscope', of);
console.log(JSON.stringify({
  attributes: attributesOf({ lesson: 'pointer', step: 2, autoplay: false, editable: true, view: undefined }),
  step: inside({ lesson: 'pointer', step: 1 }),
  dark: inside({ lesson: 'pointer', theme: 'dark' }),
  browser: inside({ lesson: 'pointer', step: 1 }, none),
  script: inside({ script: 'SELECT 1 < 2;' }),
  fetched: inside({ script: './first.sql' }),
  titles: Object.values(words).flatMap((steps) => steps.map(([title]) => title)),
  links: Object.values(words).flat(2).filter((text) => /href="(?!https?:|toastscope-lessons:)/.test(text)),
}));
`);
  const { attributes, step, dark, browser, script, fetched, titles, links } = JSON.parse(said);
  assert.deepEqual(attributes, { lesson: 'pointer', step: '2', autoplay: '0', editable: '1' });
  const picture = '<img src="/docs/toastscope/recorded/pointer/1.light.svg"';
  assert.ok(step.includes(picture) && step.includes('pointer/1.dark.svg'));
  assert.match(step, /<noscript><p><strong>A value leaves its row<\/strong>.*<b>18<\/b> bytes/s);
  assert.ok(dark.includes('pointer/1.dark.svg') && !dark.includes('light.svg'));
  assert.ok(browser.includes(picture) && !browser.includes('<noscript>'));
  assert.match(script, /<noscript><pre>SELECT 1 &lt; 2;<\/pre>/);
  assert.doesNotMatch(fetched, /<pre>/);
  assert.ok(titles.length > 150 && titles.every((title) => title !== ''));
  assert.deepEqual(links, []);
});

test('the components’ properties are the element’s attributes', async () => {
  const { ToastScope } = await import(inside('dist/index.js'));
  const declared = readFileSync(inside('dist/components/props.d.ts'), 'utf8');
  const names = [...declared.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
  const attributes = ToastScope.observedAttributes.filter((name) => name !== 'origin');
  assert.deepEqual(names.toSorted(), attributes.toSorted());
});

test('the engine runs SQL in Node.js', () => {
  const said = node(`
import { open, run } from 'toastscope/engine';
const { printed, statements, errors } = await run("CREATE TABLE t (v text);\\nSELECT 1 + 1 AS two;\\nSELECT nothing;");
const database = await open({ seed: 0.5 });
database.run("CREATE TABLE t (v text); INSERT INTO t SELECT repeat('x', 3000);");
const { view, bytes } = database.page('t', 0);
console.log(JSON.stringify({
  printed, two: statements[1].tables[0].rows, errors, items: view.items.length, bytes: bytes.length,
  size: database.relation('t').bytes, row: database.lastRow().length, none: database.page('t', 1), seed: database.run('SELECT random();').printed,
}));
database.close();
`);
  const { printed, two, errors, items, bytes, size, row, none } = JSON.parse(said);
  assert.match(printed, /CREATE TABLE\n two \n-----\n {3}2\n\(1 row\)\n/);
  assert.deepEqual(two, [['2']]);
  assert.match(errors[0], /column "nothing" does not exist/);
  assert.deepEqual({ items, bytes, size, none }, { items: 1, bytes: 8192, size: 8192, none: null });
  assert.ok(row > 24);
});

test('its examples do what they say', () => {
  const said = node(readFileSync(inside('examples', 'engine.mjs'), 'utf8'));
  assert.match(said, /^PLAIN +5004 bytes, 0 chunks, \d+ pages\nEXTENDED +\d+ bytes, 0 chunks/);
  assert.match(said, /EXTERNAL +5000 bytes, 3 chunks/);
});

test('importing it in Node.js does nothing, and fails at nothing', () => {
  const said = node(`
const before = Object.keys(globalThis).length;
const { define, ToastScope } = await import('toastscope');
await import('toastscope/client');
await import('toastscope/engine');
define();
console.log(typeof ToastScope, Object.keys(globalThis).length - before);
`);
  assert.equal(said, 'function 0\n');
});

/** Serves the folder, opens one of the examples in a browser, and calls `look` with its page. */
async function lookAtExample(name, look) {
  writeFileSync(join(folder, name), readFileSync(inside('examples', name)));
  const server = createServer((request, answer) => {
    const path = join(folder, new URL(request.url, 'http://localhost').pathname);
    if (!existsSync(path)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(answer);
  }).listen(0);
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${server.address().port}/${name}`);
    await look(page);
  } finally {
    await browser.close();
    server.close();
  }
}

const left = { skip: existsSync(chromiumLaunch.executablePath) ? false : 'there is no browser' };

test('the engine runs in a page', left, () =>
  lookAtExample('engine.html', async (page) => {
    await page.waitForFunction(() => /bytes/.test(document.getElementById('printed').textContent));
  }),
);

test(
  'the element shows its picture, loads the frame on a click, and plays without the engine',
  left,
  () =>
    lookAtExample('element.html', async (page) => {
      const asked = [];
      await page.route('**/*.wasm', (route) => {
        asked.push(route.request().url());
        return route.abort();
      });
      await page.waitForFunction(() => {
        const image = document.querySelector('toast-scope').shadowRoot?.querySelector('img');
        return image?.complete && image.naturalWidth > 0;
      });
      assert.equal(page.frames().length, 1, 'no frame before the click');
      await page.locator('toast-scope button').click();
      const posted = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const element = document.querySelector('toast-scope');
            element.addEventListener('toastscope-step', ({ detail }) => resolve(detail.step));
          }),
      );
      assert.equal(posted, 3);
      assert.deepEqual(asked, []);
    }),
);
