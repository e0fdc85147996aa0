// Lessons, links, sessions, files and messages that come from elsewhere and mean harm. None of them runs code in the
// page, reaches the network, or keeps the page from answering.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { ready, serve, visit } from './lib/page.mjs';

const place = serve();

/** A text as it is in a link. */
const packed = (text) => deflateRawSync(Buffer.from(text), { level: 9 }).toString('base64url');

/** Every way to say `bad` that a lesson's text has. */
const SCRIPTS = `<script>globalThis.bad = 1</script>
<img src="https://hostile.invalid/a.png" onerror="globalThis.bad = 1">
<svg onload="globalThis.bad = 1"><a xlink:href="javascript:globalThis.bad=1">x</a></svg>
<iframe srcdoc="<script>parent.bad = 1</script>"></iframe>

![p](https://hostile.invalid/b.png) [one](javascript:globalThis.bad=1) [two](JaVaScRiPt:globalThis.bad=1)
[three](data:text/html,<script>opener.bad=1</script>) [four](vbscript:x) [five](&#106;avascript:globalThis.bad=1)
[six](//hostile.invalid/x)
`;

const LESSON = `---
title: "<img src=x onerror=globalThis.bad=1>"
---

## <b onclick=globalThis.bad=1>One</b>

${SCRIPTS}

\`\`\`guess
<img src=https://hostile.invalid/c.png onerror="globalThis.bad = 1">
answer: cell a
as: a
hint: <script>globalThis.bad = 1</script>
\`\`\`

\`\`\`sql
SELECT '<img src=https://hostile.invalid/d.png onerror="globalThis.bad = 1">' AS a;
\`\`\`

\`\`\`notes
${SCRIPTS}
\`\`\`

{a} ${SCRIPTS}
`;

/** Opens an address, and keeps what it asks of other hosts. */
async function watched(at, options = {}) {
  const opened = await visit(place, { at, ...options });
  const { page } = opened;
  const asked = [];
  const own = new URL(place.address).origin;
  page.context().on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== own)
      asked.push(request.url());
  });
  await page.reload();
  return { ...opened, asked };
}

/**
 * Checks that nothing hostile ran, that none of it is an element or a link that could run, and that nothing was asked
 * of the network.
 */
async function harmless(page, asked) {
  assert.equal(await page.evaluate(() => globalThis.bad), undefined);
  const elements = 'main :is(img, script, iframe, object, embed), main a[href^="javascript" i]';
  const links =
    'main :is(a[href^="data" i], a[href^="vbscript" i], [onclick], [onload], [onerror])';
  assert.equal(await page.locator(elements).count(), 0);
  assert.equal(await page.locator(links).count(), 0);
  assert.deepEqual(asked, []);
}

/** Waits for ten pictures of the browser: the page still draws and answers. */
const answers = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let frames = 0;
        /** Counts a picture of the browser, and waits for the next. */
        const frame = () => (++frames < 10 ? requestAnimationFrame(frame) : resolve(frames));
        requestAnimationFrame(frame);
      }),
  );

test('scripts in a lesson from a link are text, on its page and presented', async () => {
  const { page, asked } = await watched(`#l=${packed(LESSON)}`);
  await page.getByText('was not checked').waitFor();
  await ready(page);
  await harmless(page, asked);
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').waitFor({ state: 'attached' });
  await ready(page);
  await harmless(page, asked);

  await page.getByRole('button', { name: 'Present' }).click();
  await page.locator('main[data-beat=ask]').waitFor();
  await ready(page);
  const [second] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  await second.getByRole('region', { name: 'Notes' }).getByText('globalThis.bad').first().waitFor();
  await harmless(second, asked);
  for (const beat of ['show', 'tell']) {
    await page.keyboard.press('PageDown');
    await page.locator(`main[data-beat=${beat}]`).waitFor();
    await ready(page);
    await harmless(page, asked);
  }
});

test('a lesson or a course is loaded from an address of the web only', async () => {
  for (const bad of ['javascript:globalThis.bad=1', 'data:text/markdown,x', 'file:///etc/passwd']) {
    for (const at of ['?lesson=', 'embed.html?lesson=', 'workshop.html?course=']) {
      const { page, asked } = await watched(at + encodeURIComponent(bad));
      await page.getByRole('alert').getByText('over https only').waitFor();
      await harmless(page, asked);
      await page.context().close();
    }
  }
});

for (const sql of [
  'SELECT count(*) FROM generate_series(1, 1000000000000);',
  'SELECT * FROM generate_series(1, 1000000000000);',
  'DO $$ BEGIN LOOP NULL; END LOOP; END $$;',
]) {
  test(`a session that never ends leaves the page free, and ends when it is told to: ${sql}`, async () => {
    const ran = [{ text: sql, line: 1, time: 1.7e12, after: 0 }];
    const session = { v: 1, script: sql, ran, at: -1, seed: 0.5, speed: 1 };
    const { page } = await watched(`#s=${packed(JSON.stringify(session))}`);
    await page.waitForFunction(() => globalThis.toastscope?.session.status === 'running');
    assert.equal(await answers(page), 10);
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await ready(page);
    assert.equal(await answers(page), 10);
  });
}

const whole = { v: 1, script: '', ran: [], at: -1, seed: 0.5, speed: 1 };
const step = { text: 'SELECT 1;', line: 1, time: 0, after: 0 };
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
for (const [what, fragment, said] of [
  ['a link of 2 MB', `#s=${'A'.repeat(2_000_000)}`, 'too long'],
  ['a lesson of 2 MB', `#l=${'A'.repeat(2_000_000)}`, 'too long'],
  ['a bomb of 16 MB', `#s=${packed('x'.repeat(16_000_000))}`, 'too large'],
  ['a bomb for a lesson', `#l=${packed('# '.repeat(8_000_000))}`, 'too large'],
  ['no JSON', `#s=${packed('{')}`, 'damaged'],
  ['JSON in JSON in JSON', `#s=${packed(deep)}`, 'newer Toastscope'],
  ['null', `#s=${packed('null')}`, 'damaged'],
  ['another kind of thing', `#s=${packed('{"v":1}')}`, 'damaged'],
  ['a version to come', `#s=${packed('{"v":99}')}`, 'newer Toastscope'],
  [
    'a step after one that comes later',
    `#s=${packed(JSON.stringify({ ...whole, ran: [{ ...step, after: 5 }] }))}`,
    'damaged',
  ],
  [
    'more steps than there may be',
    `#s=${packed(JSON.stringify({ ...whole, ran: Array(501).fill(step) }))}`,
    'damaged',
  ],
  ['letters that do not belong there', '#s=<script>', 'do not belong there'],
]) {
  test(`a session that is not whole is refused in words: ${what}`, async () => {
    const { page, complaints } = await visit(place);
    await page.evaluate((hash) => (location.hash = hash), fragment);
    await page.getByRole('alert').getByText(said).waitFor();
    assert.equal(await answers(page), 10);
    assert.deepEqual(complaints, []);
  });
}

test('text that takes a reader long is read in time', async () => {
  const heads = '---\ntitle: T\n---\n\n## One\n\n';
  for (const text of [
    `${'['.repeat(20_000)}`,
    `${'> '.repeat(20_000)}x`,
    `${'*a '.repeat(20_000)}`,
    `${'`'.repeat(60_000)}`,
    `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n`,
    `${' '.repeat(60_000)}x`,
    `${'<!--'.repeat(20_000)}`,
    `${'{a'.repeat(20_000)}`,
  ]) {
    const { page, complaints } = await visit(place, { at: `#l=${packed(heads + text)}` });
    await page
      .getByText('was not checked')
      .or(page.getByRole('alert'))
      .first()
      .waitFor({ timeout: 20_000 });
    assert.equal(await answers(page), 10, text.slice(0, 4));
    assert.deepEqual(complaints, [], text.slice(0, 4));
    await page.context().close();
  }
});

/** A page that forges what the page around our frame may ask, every 20 ms. */
const FORGER = `<script>
  setInterval(() => parent.frames[0].postMessage(
    { target: 'toastscope', version: 1, type: 'run', sql: 'CREATE TABLE forged (a int);' }, '*'), 20);
</script>`;

/** Serves a page of another origin with frames of ours. With another `host` it is of another site, too: its frames may share nothing. */
async function around(addresses, { host = 'localhost', forger = '' } = {}) {
  const html = `<!doctype html><title>host</title>
    ${addresses.map((a) => `<iframe src="${a}" width=900 height=600></iframe>`).join('')}
    ${forger && `<iframe srcdoc="${forger.replaceAll('"', '&quot;')}"></iframe>`}`;
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://${host}:${server.address().port}/`, close: () => server.close() };
}

test('messages that are forged are not heard', async () => {
  // Whatever is sent to the page itself, which is no frame.
  const { page, complaints } = await visit(place, { at: '#/lesson/threshold' });
  await ready(page);
  await page.evaluate(() => {
    const sql = 'CREATE TABLE forged (a int);';
    for (const forged of [
      { target: 'toastscope', version: 1, type: 'run', sql },
      { target: 'toastscope', version: 1, type: 'restore', state: { sql } },
      { mark: 'toastscope presenting', wish: 'next' },
      { mark: 'toastscope presenting', state: { notes: [{ kind: 'paragraph' }] } },
      null,
      'next',
    ])
      postMessage(forged, '*');
  });
  assert.equal(await answers(page), 10);
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.timeline.length), 0);
  assert.deepEqual(complaints, []);
});

/** The address of a frame with this script. */
const asScript = (sql) => `${place.address}embed.html?script=${encodeURIComponent(sql)}`;

/** The tables that a frame knows of. */
const tables = (frame) =>
  frame.evaluate(
    () => globalThis.toastscope?.session.timeline.scene.relations.map(({ name }) => name) ?? [],
  );

/** Waits until a frame shows a table. */
const showsTable = (frame, name) => frame.getByText(`${name} table`).first().waitFor(PATIENT);
const PATIENT = { timeout: 60_000 };
/** The frames of embeds in a page. */
const framesOf = (page) => page.frames().filter((frame) => frame.url().includes('embed.html'));

for (const host of ['localhost', '127.0.0.1']) {
  test(
    `a frame on ${host} runs its script while a frame beside it forges messages`,
    { timeout: 180_000 },
    async () => {
      const frame = asScript('CREATE TABLE t (a int);');
      for (const address of [frame, `${frame}&origin=https%3A%2F%2Fhost.invalid`]) {
        const server = await around([address], { host, forger: FORGER });
        try {
          const { page } = await visit({ ...place, address: server.address });
          const [frame] = framesOf(page);
          await frame.evaluate(() => {
            globalThis.forged = 0;
            addEventListener('message', ({ data }) => {
              if (data?.sql?.includes('forged')) globalThis.forged++;
            });
          });
          await showsTable(frame, 't');
          await page.evaluate(() =>
            frames[0].postMessage(
              { target: 'toastscope', version: 1, type: 'nothing', sql: '<b>' },
              '*',
            ),
          );
          await frame.waitForFunction(() => globalThis.forged > 50, null, PATIENT);
          assert.equal(await answers(page), 10);
          assert.deepEqual(await tables(frame), ['t']);
          await page.context().close();
        } finally {
          server.close();
        }
      }
    },
  );
}

// Rows without end are ended by memory, or on a slow machine by time.
for (const [sql, said] of [
  ['SELECT count(*) FROM generate_series(1, 1000000000000);', 'canceling statement'],
  ['SELECT * FROM generate_series(1, 1000000000000);', /more memory|canceling statement/],
  ['DO $$ BEGIN LOOP NULL; END LOOP; END $$;', 'canceling statement'],
]) {
  test(
    `a frame ends what never ends, and others come to their turn: ${sql}`,
    { timeout: 180_000 },
    async () => {
      const server = await around([asScript(sql), asScript('CREATE TABLE t (a int);')]);
      try {
        const { page } = await visit({ ...place, address: server.address });
        const [endless, other] = framesOf(page);
        assert.equal(await answers(page), 10);
        await endless.getByText(said).first().waitFor(PATIENT);
        await showsTable(other, 't');
        assert.deepEqual(await tables(other), ['t']);
      } finally {
        server.close();
      }
    },
  );
}

test('a frame says what is wrong with a link of 2 MB', async () => {
  const { page, complaints } = await visit(place);
  // A host would refuse such an address: the page itself has to, where a host does not.
  const body = readFileSync(new URL('../../web/dist/embed.html', import.meta.url), 'utf8');
  await page.route('**/embed.html?*', (route) => route.fulfill({ body, contentType: 'text/html' }));
  for (const [name, said] of [
    ['session', 'too long'],
    ['script', 'longer than one may be'],
  ]) {
    await page.goto(`${place.address}embed.html?${name}=${'A'.repeat(1_900_000)}`);
    await page.getByRole('alert').getByText(said).waitFor();
    assert.equal(await answers(page), 10);
  }
  assert.deepEqual(complaints, []);
});

/** It never asks whether it is to end, and takes minutes: one row, and no function that looks up. */
const DEAF = `SELECT ${Array(300).fill('md5(x)').join(' || ')}
FROM (SELECT repeat('x', 200000000) AS x OFFSET 0) AS s;`;

test(
  'a statement that does not hear holds up no other frame, and is given up',
  { timeout: 240_000 },
  async () => {
    const server = await around([asScript(DEAF)]);
    try {
      const { page } = await visit({ ...place, address: server.address });
      const [deaf] = framesOf(page);
      await deaf.waitForFunction(() => globalThis.toastscope?.session.line > 0, null, PATIENT);
      const arrives = page.waitForEvent('framenavigated', {
        predicate: (frame) => frame !== deaf && frame.url().includes('embed.html'),
      });
      await page.evaluate((address) => {
        const iframe = document.createElement('iframe');
        iframe.src = address;
        document.body.prepend(iframe);
      }, asScript('CREATE TABLE t (a int);'));
      const other = await arrives;
      await showsTable(other, 't');
      assert.equal(await deaf.getByRole('alert').count(), 0, 'it still runs');
      assert.equal(await answers(page), 10);
      await deaf.getByRole('alert').getByText('did not end in time').waitFor({ timeout: 90_000 });
      // It is not tried again.
      await deaf.waitForFunction(() => globalThis.toastscope.session.status === 'ready');
      assert.equal(await deaf.evaluate(() => globalThis.toastscope.session.timeline.length), 0);
      assert.deepEqual(await tables(other), ['t']);
    } finally {
      server.close();
    }
  },
);

test(
  'a statement that takes all memory is ended, and the memory given back',
  { timeout: 240_000 },
  async () => {
    const greedy = "SELECT length(string_agg(repeat('x', 1000), '')) FROM generate_series(1, 1e8);";
    const server = await around([asScript(greedy), asScript('CREATE TABLE t (a int);')]);
    try {
      const { page } = await visit({ ...place, address: server.address });
      const [one, other] = framesOf(page);
      await one.getByRole('alert').getByText('more memory').waitFor({ timeout: 90_000 });
      await showsTable(other, 't');
      assert.deepEqual(await tables(other), ['t']);
    } finally {
      server.close();
    }
  },
);
