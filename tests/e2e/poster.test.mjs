// What an embed loads before anybody wants to use it: its picture comes with the page, and everything else waits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { serve } from './lib/page.mjs';

const place = serve();
const dist = new URL('../../web/dist/', import.meta.url);

/** A page of somebody else's, with the requests that it made. */
async function host(theme, embeds = '') {
  const context = await place.browser.newContext({ colorScheme: theme, serviceWorkers: 'block' });
  const page = await context.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  const body = `<!doctype html><title>A page</title>
    <script type="module" src="toast-scope.js"></script>${embeds}`;
  await page.route('**/host.html', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await page.goto(`${place.address}host.html`);
  await page.waitForFunction(() => customElements.get('toast-scope') !== undefined);
  return { page, asked };
}

test('its picture is there within a frame of its arrival, in the theme of the reader', async () => {
  for (const theme of ['light', 'dark']) {
    const { page } = await host(theme);
    const seen = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      const element = document.createElement('toast-scope');
      element.setAttribute('lesson', 'pointer');
      element.setAttribute('step', '3');
      element.setAttribute('loading', 'click');
      document.body.append(element);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const image = element.shadowRoot.querySelector('img');
      return { complete: image.complete, width: image.naturalWidth, src: image.currentSrc };
    }, `recorded/pointer/3.${theme}.svg`);
    assert.ok(seen.complete && seen.width > 0);
    assert.ok(seen.src.endsWith(`recorded/pointer/3.${theme}.svg`), seen.src);
  }
});

test('loading=click costs its host under 10 kB', async () => {
  const { page, asked } = await host('light');
  await page.evaluate(() => {
    document.body.innerHTML =
      '<toast-scope lesson="pointer" step="3" loading="click"></toast-scope>';
  });
  await page.waitForLoadState('networkidle');
  /** The files that were asked for. */
  const files = asked.filter((name) => !['host.html', 'favicon.ico'].includes(name));
  assert.deepEqual(files.toSorted(), ['recorded/pointer/3.light.svg', 'toast-scope.js']);
  const sum = files
    .map((name) => brotliCompressSync(readFileSync(new URL(name, dist))).length)
    .reduce((a, b) => a + b);
  assert.ok(sum < 10_000, `${sum} bytes`);
});

test('a lazy one costs nothing until it is near, and has its picture on paper', async () => {
  const body = `<div style="height:9000px"></div>
    <toast-scope lesson="pointer" step="2" style="width:640px"></toast-scope>`;
  const { page, asked } = await host('light', body);
  /** The files that were asked for, without the host's own. */
  const files = () => asked.filter((name) => !['host.html', 'favicon.ico'].includes(name));
  await page.waitForLoadState('networkidle');
  assert.deepEqual(files(), ['toast-scope.js']);
  await page.pdf();
  assert.deepEqual(files(), ['toast-scope.js', 'recorded/pointer/2.light.svg']);
  await page.evaluate(() => scrollTo(0, 8000));
  await page.waitForRequest(/embed\.html/);
});

test('on paper the picture of the step that is shown stands in the frame’s place', async () => {
  const { page } = await host('light');
  /** What the element shows: its frame, and the name of its picture. */
  const on = () =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('toast-scope');
      const frame = shadowRoot.querySelector('iframe');
      const picture = shadowRoot.querySelector('img')?.src.replace(/.*recorded\//, '');
      return { frame: getComputedStyle(frame).display !== 'none', picture };
    });
  await page.evaluate(async () => {
    document.body.innerHTML =
      '<toast-scope lesson="pointer" step="1" loading="eager"></toast-scope>';
    const scope = document.querySelector('toast-scope');
    const shown = new Promise((resolve) =>
      scope.addEventListener('toastscope-step', ({ detail }) => detail.step === 3 && resolve()),
    );
    await scope.step(3);
    await shown;
  });
  assert.deepEqual(await on(), { frame: true, picture: 'pointer/3.light.svg' });
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await on(), { frame: false, picture: 'pointer/3.light.svg' });
  // What ran besides has no picture: then it is the frame.
  await page.evaluate(() => document.querySelector('toast-scope').run('SELECT 1;'));
  assert.deepEqual(await on(), { frame: true, picture: undefined });
});
