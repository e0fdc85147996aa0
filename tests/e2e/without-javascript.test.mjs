// Without JavaScript: the page, a lesson and a frame show a picture and words, and lead to what can be read.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { checkAxe, checkWidth, serve, visit } from './lib/page.mjs';

const place = serve();
const SIZES = [
  { viewport: { width: 1280, height: 720 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
];

/** Checks that the first picture has a size and is no wider than the window. */
async function checkPicture(page) {
  const picture = page.locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  // Without scripts of its own a page can still be asked.
  const { width, box } = { width: page.viewportSize().width, box: await picture.boundingBox() };
  assert.ok(box.width > 100 && box.height > 50 && box.width <= width, JSON.stringify(box));
}

for (const options of SIZES) {
  test(`the page and a lesson, ${options.viewport.width} px wide`, async () => {
    const loaded = [];
    const { page } = await visit(
      { ...place, address: 'about:blank' },
      { javaScriptEnabled: false, ...options },
    );
    page.on('response', (answer) => loaded.push([new URL(answer.url()).pathname, answer.status()]));
    await page.goto(place.address);
    await page.getByRole('heading', { name: 'Toastscope' }).waitFor();
    await checkPicture(page);
    await page.getByRole('link', { name: 'All lessons, as words and pictures' }).click();
    await page.getByRole('link', { name: 'The curse of TOAST', exact: true }).click();
    await page.getByText('30,064 instead of 2,500').waitFor();
    await checkPicture(page);
    const theme = options.colorScheme;
    assert.ok(
      loaded.some(([path, status]) => path.endsWith(`/curse/1.${theme}.svg`) && status === 200),
      'the picture of the first step',
    );
    assert.deepEqual(
      loaded.filter(([, status]) => status >= 400),
      [],
    );
  });
}

// axe needs scripts; these pages are read without the one that leads a reader to the page.
for (const options of SIZES) {
  test(`axe finds nothing in the plain pages, ${options.viewport.width} px wide`, async () => {
    for (const name of ['index', 'curse', 'limits', 'bloat']) {
      const { page } = await visit({ ...place, address: 'about:blank' }, options);
      await page.route('**/lessons/*.html', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace(/<script>[^<]*<\/script>/, '');
        await route.fulfill({ response: answer, body });
      });
      await page.goto(`${place.address}lessons/${name}.html`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await checkAxe(page, name);
      await checkWidth(page, name);
    }
  });
}

test('a frame in another page, and what stands within the element', async () => {
  const html = `<!doctype html><html lang="en"><title>Docs</title><body><h1>Docs</h1>
    <iframe src="${place.address}embed.html?lesson=curse&step=5" width="720" height="480" title="Stage"></iframe>
    <script type="module" src="${place.address}toast-scope.js"></script>
    <toast-scope lesson="curse" step="5"><img alt="A query and its pages" width="480"
      src="${place.address}recorded/curse/5.light.svg"></toast-scope>`;
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(html);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  try {
    const address = `http://localhost:${server.address().port}/`;
    const { page } = await visit({ ...place, address }, { javaScriptEnabled: false });
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Toastscope' }).waitFor();
    await frame.getByRole('img').waitFor();
    await frame.getByRole('link', { name: /All lessons/ }).waitFor();
    await page.getByRole('img', { name: 'A query and its pages' }).waitFor();
  } finally {
    server.close();
  }
});
