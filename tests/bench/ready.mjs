// Measures how soon the page is of use, from a warm cache, in ms: until the workbench can run SQL; what its first
// statement takes (at once, and a tenth of a second later, since nobody finds the button sooner); until the first view
// moves. Also how many frames a second the first view has while it is dragged, and, with a processor that is four times
// as slow, how much of the main thread a frame takes. Medians of ROUNDS loads. Prints one line of JSON. The page must
// be built.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { start } from '../e2e/lib/page.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Milliseconds that somebody looks before the first statement. */
const LOOKS = 100;
/** Milliseconds that the row is dragged. */
const DRAGGED = 3000;

/** The median of some numbers. */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const place = await start();
// A profile on disk, so that there is a cache from load to load.
const profile = mkdtempSync(join(tmpdir(), 'toastscope-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless'],
  viewport: { width: 1280, height: 800 },
});

/** Opens a page, uses it, and closes it. */
async function visit(at, use) {
  const page = await context.newPage();
  await page.goto(place.address + at);
  const result = await use(page);
  await page.close();
  return result;
}

/** @param looks milliseconds between the page's being ready and the first statement */
const workbench = (looks) =>
  visit('#/console', (page) =>
    page.evaluate(async (looks) => {
      /** Waits until something holds, and returns the time. */
      const when = async (holds) => {
        while (!holds()) await new Promise((done) => setTimeout(done, 1));
        return performance.now();
      };
      const ready = await when(() => globalThis.toastscope?.session.status === 'ready');
      const { session } = globalThis.toastscope;
      if (looks > 0) await new Promise((done) => setTimeout(done, looks));
      const began = performance.now();
      await session.runSql('CREATE TABLE t (a int);');
      const statement = performance.now() - began;
      session.reset();
      return { ready, statement };
    }, looks),
  );

/** How long until the first view moves. */
const moved = () =>
  visit('', (page) =>
    page.evaluate(async () => {
      /** The length of the row that is shown. */
      const row = () => globalThis.startRow?.length;
      /** Waits for the next picture of the browser. */
      const next = () => new Promise((done) => requestAnimationFrame(done));
      while (row() === undefined) await next();
      for (const first = row(); row() === first;) await next();
      return performance.now();
    }),
  );

/** While the row's end is dragged to and fro: frames a second, and milliseconds of the main thread for one. */
const dragged = (slower) =>
  visit('', async (page) => {
    const session = await context.newCDPSession(page);
    await page.locator('.grip').waitFor();
    await page.waitForLoadState('networkidle');
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    /** How long the page's thread has worked so far, in ms. */
    const busy = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    };
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const before = await busy();
    const frames = await page.evaluate(async (takes) => {
      const svg = document.querySelector('[data-from]');
      const { left, top, width } = svg.getBoundingClientRect();
      /** Sends an event of the pointer to the picture. */
      const point = (type, x) =>
        svg.dispatchEvent(
          new PointerEvent(type, { pointerId: 1, clientX: x, clientY: top + 40, bubbles: true }),
        );
      svg.setPointerCapture = () => {};
      const times = [];
      point('pointerdown', left + width / 2);
      await new Promise((done) => {
        /** Moves the pointer at each picture, and notes the times. */
        const tick = (now) => {
          times.push(now);
          point('pointermove', left + (width * (1 + Math.sin((now - times[0]) / 250))) / 2);
          if (now - times[0] < takes) requestAnimationFrame(tick);
          else done();
        };
        requestAnimationFrame(tick);
      });
      point('pointerup', left);
      return times;
    }, DRAGGED);
    return {
      framesPerSecond: (1000 * (frames.length - 1)) / (frames.at(-1) - frames[0]),
      ofMainThread: ((await busy()) - before) / frames.length,
    };
  });

// The browser keeps compiled code only of what it has seen before.
for (let i = 0; i < 3; i++) await workbench(0);
const loads = [];
for (let i = 0; i < ROUNDS; i++) {
  const { statement: looked } = await workbench(LOOKS);
  loads.push({ ...(await workbench(0)), looked, moved: await moved() });
}
/** The median of a number over all loads. */
const of = (name) => median(loads.map((load) => load[name]));
const result = {
  ready: of('ready'),
  statement: of('statement'),
  looked: of('looked'),
  moved: of('moved'),
  dragged: await dragged(1),
  draggedSlow: await dragged(4),
};
await context.close();
await place.close();
rmSync(profile, { recursive: true, force: true });
console.log(JSON.stringify(result));
