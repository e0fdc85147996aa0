// How the page of one's own table answers while a CSV of 50 MB is read in it, and cancelled in the middle. Prints a line of
// JSON for each: seconds; the longest task of the page's own thread in ms, by the clock and in the thread's own time (what
// other programs on a busy machine take in between is not the page's); how long a click took to be drawn at most; and how
// soon "Cancelled." stood there. The page must be built.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../e2e/lib/page.mjs';

/** Bytes of the file, about. */
const SIZE = 50_000_000;
/** Milliseconds between two clicks. */
const EVERY = 100;

/** Rows of prose with quotes, line ends and characters of several bytes; every thousandth is too short. */
function rows() {
  const lines = ['id,at,name,body'];
  for (let i = 0, length = 0; length < SIZE; i++) {
    const body = `"Zeile ${i} ""ä"" €\n${'Wort und Satz '.repeat(i % 60)}"`;
    lines.push(i % 1000 === 999 ? `${i}` : `${i},2026-01-02T03:04:05Z,name ${i % 97},${body}`);
    length += lines.at(-1).length + 1;
  }
  return `${lines.join('\n')}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'toastscope-large-'));
const file = join(folder, 'large.csv');
writeFileSync(file, rows());
const place = await start();

/** Clicks something that opens and closes, again and again, and notes how long until the page drew it. */
function click(every) {
  const noted = { slowest: 0, clicks: 0 };
  globalThis.noted = noted;
  /** Waits for a moment, clicks, and waits until it is drawn. */
  const next = async () => {
    while (globalThis.noted === noted) {
      await new Promise((done) => setTimeout(done, every));
      const began = performance.now();
      document.querySelector('details summary').click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      noted.slowest = Math.max(noted.slowest, performance.now() - began);
      noted.clicks++;
    }
  };
  void next();
}

/** Opens the page, gives it the file, and measures while `happens` runs. */
async function measured(name, happens) {
  const context = await place.browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.goto(`${place.address}#/your-table`);
  await page.waitForFunction(() => 'yourTable' in globalThis);
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];
  await place.browser.startTracing(page, { categories });
  await page.evaluate(click, EVERY);
  const began = performance.now();
  await page.getByLabel('Files with your rows').setInputFiles(file);
  const said = await happens(page);
  const seconds = (performance.now() - began) / 1000;
  const { slowest, clicks } = await page.evaluate(() => {
    const { noted } = globalThis;
    globalThis.noted = null;
    return noted;
  });
  const { traceEvents } = JSON.parse(await place.browser.stopTracing());
  const threads = traceEvents
    .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
    .map(({ pid, tid }) =>
      traceEvents.filter((e) => e.name === 'RunTask' && e.pid === pid && e.tid === tid && e.dur),
    );
  const tasks = threads.sort((a, b) => b.length - a.length)[0] ?? [];
  /** The longest of some times in microseconds, in ms with one decimal. */
  const longest = (times) => Math.round(Math.max(0, ...times) / 100) / 10;
  console.log(
    JSON.stringify({
      name,
      seconds: Math.round(seconds * 10) / 10,
      longestTask: longest(tasks.map(({ dur }) => dur)),
      ownLongestTask: longest(tasks.map(({ dur, tdur }) => tdur ?? dur)),
      clicks,
      slowestClick: Math.round(slowest),
      ...said,
    }),
  );
  await context.close();
}

await measured('read to its end', async (page) => {
  await page.getByTestId('counts').waitFor({ timeout: 300_000 });
  return { counts: await page.getByTestId('counts').innerText() };
});
await measured('cancelled in the middle', async (page) => {
  await page.waitForFunction(() => globalThis.yourTable.share > 0.5, null, { timeout: 300_000 });
  return page.evaluate(async () => {
    const began = performance.now();
    const all = [...document.querySelectorAll('button')];
    all.find((button) => button.textContent.trim() === 'Cancel').click();
    while (!document.querySelector('[role=alert]')?.textContent.includes('Cancelled.'))
      await new Promise((done) => setTimeout(done, 1));
    const cancelledIn = Math.round(performance.now() - began);
    return { cancelledIn, share: Math.round(globalThis.yourTable.share * 100) / 100 };
  });
});
await place.close();
rmSync(folder, { recursive: true });
