// An element is light or dark as the page around it is, and changes with it: whatever the page says that by.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDark, showsStep } from './lib/embed.mjs';
import { serve, visit } from './lib/page.mjs';

const place = serve();

/** A page with an element in it. */
const html = (head, attributes) => `<!doctype html><html lang="en"${attributes}><head>
  <title>A host</title>${head}<script type="module" src="toast-scope.js"></script></head>
  <body><toast-scope lesson="threshold" step="1" autoplay="0" loading="eager"></toast-scope></body></html>`;

/** Opens a page with an element in it. */
async function hosted(head, attributes, options = {}) {
  const { page } = await visit(place, options);
  await page.route('**/host.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: html(head, attributes) }),
  );
  await page.goto(`${place.address}host.html`);
  await showsStep(page, 'toast-scope', 1);
  return page;
}

const WAYS = [
  [
    'color-scheme of the page',
    '<style>.night { color-scheme: dark } html { color-scheme: light }</style>',
    'className',
    'night',
  ],
  ['an attribute', '', 'data-theme', 'dark'],
  ['another attribute', '', 'data-md-color-scheme', 'slate'],
  ['a class', '', 'className', 'dark'],
];

for (const [name, head, by, dark] of WAYS) {
  test(`${name} says it, and says otherwise later`, async () => {
    const page = await hosted(head, '');
    await isDark(page, false);
    /** Lets the page change how it says its theme. */
    const say = (value) =>
      page.evaluate(
        ([what, to]) => {
          const { documentElement: root } = document;
          if (what === 'className') root.className = to;
          else if (to) root.setAttribute(what, to);
          else root.removeAttribute(what);
        },
        [by, value],
      );
    await say(dark);
    await isDark(page, true);
    await say('');
    await isDark(page, false);
  });
}

test('a page that is light stays so on a dark system; one that says nothing follows it', async () => {
  const light = await hosted('<style>html { color-scheme: light }</style>', '', {
    colorScheme: 'dark',
  });
  await isDark(light, false);
  const page = await hosted('', '', { colorScheme: 'dark' });
  await isDark(page, true);
  await page.emulateMedia({ colorScheme: 'light' });
  await isDark(page, false);
});

test('what the element itself is asked for holds', async () => {
  const page = await hosted('', ' data-theme="dark"');
  await isDark(page, true);
  await page.evaluate(() => document.querySelector('toast-scope').setAttribute('theme', 'light'));
  await isDark(page, false);
  /** The address of the element's picture. */
  const picture = () =>
    page.evaluate(
      () => document.querySelector('toast-scope').shadowRoot.querySelector('picture img').src,
    );
  assert.match(await picture(), /1\.light\.svg$/);
  await page.evaluate(() => document.querySelector('toast-scope').removeAttribute('theme'));
  await isDark(page, true);
  assert.match(await picture(), /1\.dark\.svg$/);
});
