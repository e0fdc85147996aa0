// How smoothly the curse plays: its steps 2 to 5 as a reader sees them, at 1280 x 720. Frames a second by the stamps of
// requestAnimationFrame, and tasks over 50 ms by PerformanceObserver, beside those of an empty page of the same browser,
// which is what a machine that draws in software can reach. For each the longest task in the main thread's own time as
// well: what other programs on a busy machine take away in between is not the page's. Prints a line of JSON for each.
// The page must be built.
import { open, start } from '../e2e/lib/page.mjs';

const STEPS = [2, 3, 4, 5];
/** Milliseconds that an empty page is looked at. */
const EMPTY = 5000;
const viewport = { width: 1280, height: 720 };

/** Starts to record the frames and long tasks of a page. */
function note() {
  const noted = { frames: [], tasks: [] };
  globalThis.noted = noted;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  /** Notes the time of each picture, until the measurement ends. */
  const tick = (now) => {
    noted.frames.push(now);
    if (globalThis.noted === noted) requestAnimationFrame(tick);
    else observer.disconnect();
  };
  requestAnimationFrame(tick);
}

const place = await start();

/** The frames and long tasks recorded while `happens` runs, and the CPU time of the main thread's tasks. */
async function measured(page, name, happens) {
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];
  await place.browser.startTracing(page, { categories });
  await page.evaluate(note);
  await happens();
  const { frames, tasks } = await page.evaluate(() => {
    const { noted } = globalThis;
    globalThis.noted = null;
    return noted;
  });
  const { traceEvents } = JSON.parse(await place.browser.stopTracing());
  const mains = traceEvents
    .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
    .map(({ pid, tid }) =>
      traceEvents.filter((e) => e.name === 'RunTask' && e.pid === pid && e.tid === tid && e.dur),
    );
  /** The longest tasks of the page's own thread. */
  const own = (mains.sort((a, b) => b.length - a.length)[0] ?? []).map(
    (e) => (e.tdur ?? e.dur) / 1000,
  );
  const gaps = frames.slice(1).map((t, i) => t - frames[i]);
  /** A number with one decimal. */
  const round = (n) => Math.round(n * 10) / 10;
  console.log(
    JSON.stringify({
      name,
      seconds: round((frames.at(-1) - frames[0]) / 1000),
      framesPerSecond: round((1000 * gaps.length) / (frames.at(-1) - frames[0])),
      longTasks: tasks.length,
      longest: round(Math.max(0, ...tasks)),
      ownLongTasks: own.filter((ms) => ms > 50).length,
      ownLongest: round(Math.max(0, ...own)),
    }),
  );
}

const context = await place.browser.newContext({ viewport });
const empty = await context.newPage();
await measured(empty, 'an empty page', () => empty.waitForTimeout(EMPTY));
await context.close();

const { page } = await open(place, {
  at: '#/lesson/curse',
  composed: true,
  reducedMotion: 'no-preference',
  viewport,
});
/** Waits until nothing runs and the steps can be chosen. */
const idle = () =>
  page.waitForFunction(
    () =>
      globalThis.toastscope.session.status === 'ready' &&
      !document.querySelector('nav[aria-label=Steps] .dot:disabled'),
  );
for (const step of STEPS) {
  await idle();
  await page
    .locator('nav[aria-label=Steps] .dot')
    .nth(step - 1)
    .click();
  await idle();
  const run = page.getByRole('button', { name: /^Run it/ });
  // What looks for a button by its role works in the page: it is found before anything is noted.
  const { x, y, width, height } = await run.boundingBox();
  await measured(page, `the curse, step ${step}`, async () => {
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForFunction(() => globalThis.toastscope.session.timeline.playing);
    await page.waitForFunction(() => !globalThis.toastscope.session.timeline.playing, null, {
      timeout: 120_000,
    });
  });
}
await place.close();
