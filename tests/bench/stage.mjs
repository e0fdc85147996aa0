// How smoothly the page plays the curse with 10,000 rows: frames a second, tasks on the main thread,
// and how long a seek takes, through Chromium's tracing. Prints one line of JSON. The page must be
// built.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { open, ready, start } from '../e2e/lib/page.mjs';

const script = fileURLToPath(new URL('../transcripts/pg15/03-jsonb-curse.sql', import.meta.url));
/** Milliseconds of playing that are measured. */
const PLAYED = Number(process.env.PLAYED ?? 12_000);

/**
 * The main thread's tasks in a trace, in milliseconds of its own time: what other programs on a busy
 * machine take away in between is not the page's.
 */
function mainTasks(trace) {
  const events = JSON.parse(trace).traceEvents;
  const names = events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain');
  const busiest = names
    .map(({ pid, tid }) =>
      events.filter((e) => e.name === 'RunTask' && e.pid === pid && e.tid === tid && e.dur),
    )
    .sort((a, b) => b.length - a.length)[0];
  return (busiest ?? []).map((e) => (e.tdur ?? e.dur) / 1000);
}

const place = await start();
const { page } = await open(place, { reducedMotion: 'no-preference' });
/** Runs something while Chromium traces the page: the longest task in ms, and how many take more than 50. */
const traced = async (run) => {
  await place.browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await run();
  const tasks = mainTasks(await place.browser.stopTracing());
  return { longest: Math.max(0, ...tasks), over50: tasks.filter((ms) => ms > 50).length };
};

const began = Date.now();
const running = await traced(async () => {
  await page.evaluate(
    (sql) => globalThis.toastscope.session.run(sql),
    readFileSync(script, 'utf8'),
  );
  await page.waitForTimeout(50);
  await ready(page);
});
const ran = (Date.now() - began) / 1000;

let frames = [];
const playing = await traced(async () => {
  frames = await page.evaluate(async (played) => {
    const { timeline } = globalThis.toastscope.session;
    timeline.seek(0);
    timeline.speed = 16;
    timeline.play();
    const times = [];
    await new Promise((done) => {
      const start = performance.now();
      /** Notes the time of each picture while it plays. */
      const tick = (now) => {
        times.push(now);
        if (now - start < played && timeline.playing) requestAnimationFrame(tick);
        else done();
      };
      requestAnimationFrame(tick);
    });
    timeline.pause();
    return times;
  }, PLAYED);
});
const gaps = frames.slice(1).map((t, i) => t - frames[i]);
gaps.sort((a, b) => a - b);

let seeks = { times: [], length: 0 };
/** Seeks to places all over the tape, and returns how long each took. */
const seek = async () => {
  const { timeline } = globalThis.toastscope.session;
  const times = [];
  for (let i = 0; i < 40; i++) {
    const to = ((i * 7919) % 997) / 997;
    const start = performance.now();
    timeline.seek(Math.round(to * timeline.length));
    // Until it is drawn: two pictures later.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    times.push(performance.now() - start);
  }
  return { times, length: timeline.length };
};
const seeking = await traced(async () => {
  seeks = await page.evaluate(seek);
});

console.log(
  JSON.stringify({
    seconds: ran,
    tapeFrames: seeks.length,
    framesPerSecond: (1000 * gaps.length) / gaps.reduce((a, b) => a + b, 0),
    gap99: gaps[Math.floor(gaps.length * 0.99)],
    running,
    playing,
    seeking,
    slowestSeek: Math.max(...seeks.times),
  }),
);
await place.close();
