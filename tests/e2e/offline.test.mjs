// The page as it is deployed: what its content security policy allows, and what works without a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { open, printed, ready, runSql, serve, visit } from './lib/page.mjs';

const place = serve();

test('after one visit it opens without a network, runs SQL and plays lessons', async () => {
  const { page } = await visit(place, { serviceWorkers: 'allow' });
  await page.getByText('Works without a network').waitFor({ timeout: 60_000 });
  await page.context().setOffline(true);
  await page.goto(`${place.address}#/console`);
  await page.reload();
  await ready(page);
  await runSql(page, 'CREATE TABLE t (v text); SELECT pg_relation_size($$t$$) AS bytes;');
  assert.match(await printed(page), /bytes/);
  // It was never opened, so its recording is not there, and the engine runs it.
  await page.goto(`${place.address}#/lesson/pages/3`);
  await page.reload();
  await page.getByTestId('step').waitFor();
  await ready(page);
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.length > 0);
});

test('a page that is open while a newer release takes its place still loads its own parts', async () => {
  const dist = new URL('../../web/dist/', import.meta.url);
  const worker = readFileSync(new URL('offline.js', dist), 'utf8');
  const [lab] = /assets\/DepthLab-[^"]*\.js/.exec(worker);
  // The newer release: another name for what it keeps, and a part under another name.
  const newer = worker.replace(/"toastscope [^"]*"/, '"toastscope newer"').replace(`"${lab}",`, '');
  assert.notEqual(newer, worker);
  let replaced = false;
  const asked = [];
  const server = await preview({
    root: fileURLToPath(new URL('../../web', import.meta.url)),
    preview: { port: 0, host: 'localhost' },
    logLevel: 'warn',
    plugins: [
      {
        name: 'newer-release',
        configurePreviewServer({ middlewares }) {
          middlewares.use((request, answer, next) => {
            if (!replaced) return next();
            asked.push(request.url);
            if (request.url.includes(lab)) return answer.writeHead(404).end();
            if (!request.url.includes('/offline.js')) return next();
            answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(newer);
          });
        },
      },
    ],
  });
  try {
    const address = server.resolvedUrls.local[0];
    const { page } = await visit({ ...place, address }, { serviceWorkers: 'allow' });
    await page.getByText('Works without a network').waitFor({ timeout: 60_000 });
    replaced = true;
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const newer = registration.installing ?? registration.waiting ?? registration.active;
      while (newer.state !== 'activated')
        await new Promise((next) => newer.addEventListener('statechange', next, { once: true }));
    });
    assert.ok(asked.some((url) => url.includes('/offline.js')));
    await page.evaluate(() => (location.hash = '#/depth'));
    await page.getByRole('heading', { name: 'Index depth' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  } finally {
    await server.close();
  }
});

test('the policy stands before all else, and lets the page do what it does', async () => {
  const violations = [];
  const { page, complaints } = await open(place, { at: '#/console' });
  page.on('console', (message) => violations.push(message.text()));
  await runSql(page, "CREATE TABLE t (v text); INSERT INTO t VALUES (repeat('x', 9000));");
  assert.deepEqual(
    [...violations, ...complaints].filter((text) => /polic/i.test(text)),
    [],
  );
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.intruded = true';
    document.body.append(script);
    const image = new Image();
    const blocked = new Promise((resolve) => (image.onerror = () => resolve(true)));
    image.src = 'https://example.invalid/a.png';
    return { intruded: globalThis.intruded ?? false, blocked: await blocked };
  });
  assert.deepEqual(ran, { intruded: false, blocked: true });
});

test('every HTML file has its policy, and hosts are told of it', () => {
  const dist = new URL('../../web/dist/', import.meta.url);
  /** A file of the build. */
  const read = (name) => readFileSync(new URL(name, dist), 'utf8');
  for (const name of ['index.html', 'embed.html'])
    assert.match(
      read(name),
      /<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy"/,
    );
  const headers = read('_headers');
  assert.match(
    headers,
    /^\/\*\n {2}Content-Security-Policy: default-src 'none'; script-src 'self' /,
  );
  assert.match(
    headers,
    /\/assets\/\*\n(.*\n)* {2}Cache-Control: public, max-age=31536000, immutable/,
  );
});
