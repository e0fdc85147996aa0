// Measures how much memory ten embeds on one page take, in MB: of small lessons and of the curse, as they are shown
// first (their steps are played from recordings), and after each of the small ones, or one of the curses, ran SQL of
// its own, so that the engine is loaded and has these sessions. It counts what all of Chromium's renderers have for
// themselves and their share of the rest (Linux calls this Pss), less what they take with an empty page. Prints one
// line of JSON. The page must be built.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { start } from '../e2e/lib/page.mjs';

const EMBEDS = 10;
const SMALL = [
  'threshold',
  'pointer',
  'rounds',
  'pages',
  'sizes',
  'slices',
  'where',
  'wal',
  'updates',
  'target',
];

const place = await start();
const cdp = await place.browser.newBrowserCDPSession();

/** The memory of all renderer processes, in MB. */
async function renderers() {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  let sum = 0;
  for (const { id, type } of processInfo) {
    const file = `/proc/${id}/smaps_rollup`;
    if (type !== 'renderer' || !existsSync(file)) continue;
    sum += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? NaN) / 1000;
  }
  return sum;
}

/** How many engines run on the page. */
async function engines(page) {
  const { targetInfos } = await cdp.send('Target.getTargets');
  const workers = page.frames().flatMap(() => page.workers());
  return targetInfos.filter(({ type }) => type === 'shared_worker').length + workers.length;
}

/** Serves a page with these embeds, opens it, and does some work in it. */
async function hosted(body, work) {
  const html = `<!doctype html><title>host</title><script type="module" src="${place.address}toast-scope.js"></script>${body}`;
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  );
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const context = await place.browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
  const result = await work(page);
  await context.close();
  server.close();
  return result;
}

/** The memory of all renderer processes after garbage collection, in MB. */
async function settled(page) {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(700);
  }
  return renderers();
}

const empty = await hosted('', settled);

/**
 * Measures the memory with embeds of these lessons at these steps, then after the first `asking` of them ran
 * SQL of their own.
 */
async function measure(lessons, steps, asking) {
  const body = lessons
    .map(
      (lesson, i) =>
        `<toast-scope lesson="${lesson}" step="${steps[i]}" loading="eager" autoplay="0" style="width:640px;height:360px"></toast-scope>`,
    )
    .join('');
  return hosted(body, async (page) => {
    /**
     * Runs a function on each of the first `count` elements and returns what they resolve to. The element's methods
     * resolve once the frame did what it was asked.
     */
    const each = (what, count = EMBEDS) =>
      page.evaluate(
        ([code, most]) =>
          Promise.all(
            [...document.querySelectorAll('toast-scope')]
              .slice(0, most)
              .map((element) => new Function('element', `return (${code})(element)`)(element)),
          ),
        [String(what), count],
      );
    const states = await each((element) => element.state());
    if (states.some(({ step }, i) => step !== steps[i])) throw new Error('a step is not shown');
    const shown = { memory: (await settled(page)) - empty, engines: await engines(page) };
    const ran = await each((element) => element.run('SELECT 6 * 7 AS answer;'), asking);
    const failed = ran.find(({ printed }) => !printed.includes('42'));
    if (failed) throw new Error(`a frame printed ${JSON.stringify(failed.printed)}`);
    const asked = { memory: (await settled(page)) - empty, engines: await engines(page) };
    return { shown, asked };
  });
}

const small = await measure(SMALL, Array(EMBEDS).fill(3), EMBEDS);
const curse = await measure(Array(EMBEDS).fill('curse'), Array(EMBEDS).fill(5), 1);
await place.close();
console.log(JSON.stringify({ embeds: EMBEDS, empty, small, curse }));
