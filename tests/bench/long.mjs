// node tests/bench/long.mjs WHAT AMOUNT: does one thing for a long time, and prints the memory that it has from time to time,
// in MB, as one line of JSON: at the beginning (when the first tenth is done), in the middle and at the end. The page and
// the modules must be built.
//
//   module 60       random statements in the module in Node.js, for 60 minutes; what WebAssembly has reserved
//   page 10000      so many random statements in the page's console
//   lesson 1000     so many times through a lesson, from its beginning to its end
//   embeds 60       ten embeds on a page, each with SQL of its own again and again, for 60 minutes
//
// Of the page it counts what Chromium's renderers have for themselves and their share of the rest (Linux calls this Pss),
// after garbage was collected.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const [what, amount] = [process.argv[2], Number(process.argv[3])];
const LESSON = 'threshold';
/** How often memory is looked at. */
const SAMPLES = 10;
/** Rows that the tables have at most. */
const ROWS = 400;

/** Random numbers from 0 to 1 that are alike in each run. */
let state = 28;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
/** A random whole number below `n`. */
const below = (n) => Math.floor(random() * n);

const SETUP = [
  'CREATE TABLE t (id int PRIMARY KEY, a text, b text, c jsonb);',
  'ALTER TABLE t ALTER b SET STORAGE EXTERNAL;',
  `INSERT INTO t SELECT i, repeat(md5(i::text), 50), repeat('x', 3000), '{}' FROM generate_series(1, ${ROWS}) i;`,
];
const STATEMENTS = [
  () =>
    `UPDATE t SET a = repeat(md5(random()::text), ${below(300)}) WHERE id = ${1 + below(ROWS)};`,
  () => `UPDATE t SET b = left(b, 2000) || id WHERE id BETWEEN ${below(ROWS)} AND ${below(ROWS)};`,
  () =>
    `UPDATE t SET c = jsonb_build_object('k', repeat('v', ${below(5000)})) WHERE id % 40 = ${below(40)};`,
  () => `DELETE FROM t WHERE id = ${1 + below(ROWS)};`,
  () =>
    `INSERT INTO t SELECT ${1 + below(ROWS)}, repeat('a', ${below(9000)}), 'b', '[]' ON CONFLICT (id) DO UPDATE SET b = excluded.a;`,
  () => `BEGIN; UPDATE t SET a = b WHERE id < ${below(60)}; ROLLBACK;`,
  () => `SELECT id, substr(b, 1000, 20) FROM t WHERE id = ${1 + below(ROWS)};`,
  () => 'SELECT sum(length(a)), sum(length(b)) FROM t;',
  () => 'SELECT 1 / 0;',
  () => 'VACUUM t;',
];
/** A random statement. Seldom the tables begin anew, so that their files do not grow for ever. */
const statement = () =>
  random() < 0.002 ? 'VACUUM FULL t;' : STATEMENTS[below(STATEMENTS.length)]();

/** Prints what a run gave, with what was looked at in its first tenth, in its middle and at its end. */
function report(looked, more) {
  const at = (share) => Math.round(looked[Math.round(share * (looked.length - 1))]);
  console.log(
    JSON.stringify({
      what,
      amount,
      ...more,
      beginning: at(0),
      middle: at(0.5),
      end: at(1),
      looked,
    }),
  );
}

/** Random statements in the module. */
async function inModule() {
  let memory;
  WebAssembly.Instance = class extends WebAssembly.Instance {
    constructor(...given) {
      super(...given);
      memory ??= this.exports.memory;
    }
  };
  globalThis.toastscopeInterrupted = () => false;
  globalThis.toastscopePanicked = (text) => console.error(text);
  const { Engine } = createRequire(import.meta.url)('../../target/node/toastscope.js');
  const engine = new Engine(262_144, 1_500_000_000, 1);
  engine.begin('long.sql', 0);
  for (const line of SETUP) if (/ERROR/.test(engine.line(line))) throw new Error(line);
  engine.step();
  const began = performance.now();
  const looked = [];
  let statements = 0;
  while (looked.length < SAMPLES) {
    engine.line(statement());
    // As in the page: a step, and a way back that is dropped later.
    engine.step();
    engine.mark().free();
    statements++;
    const share = (performance.now() - began) / (amount * 60_000);
    if (share * SAMPLES >= looked.length + 1) looked.push(memory.buffer.byteLength / 1e6);
  }
  report(looked, { statements });
}

/** Opens the browser, and calls `work` with a page and what its memory is. */
async function inBrowser(work) {
  const { start } = await import('../e2e/lib/page.mjs');
  const place = await start();
  const cdp = await place.browser.newBrowserCDPSession();
  const context = await place.browser.newContext({
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  /** The memory of all renderers, in MB. */
  const memory = async () => {
    for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(500);
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    const files = processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => `/proc/${id}/smaps_rollup`)
      .filter((file) => existsSync(file));
    const pss = files.map((file) => /^Pss:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
    return pss.reduce((sum, kB) => sum + Number(kB) / 1000, 0);
  };
  try {
    report(...(await work(page, memory, place)));
  } finally {
    await place.close();
  }
}

/** Waits until the page's session is ready. */
const ready = (page) =>
  page.waitForFunction(() => globalThis.toastscope?.session.status === 'ready', null, {
    timeout: 120_000,
  });

const WHAT = {
  module: inModule,
  page: () =>
    inBrowser(async (page, memory, place) => {
      await page.goto(`${place.address}#/console`);
      await ready(page);
      const run = (sql) => page.evaluate((text) => globalThis.toastscope.session.run(text), sql);
      await run(SETUP.join('\n'));
      const failed = await page.evaluate(() => globalThis.toastscope.session.failures.size);
      if (failed > 0) throw new Error('the tables could not be made');
      const looked = [];
      const most = [];
      for (let i = 1; i <= amount; i++) {
        await run(statement());
        if (i % (amount / SAMPLES) !== 0) continue;
        looked.push(await memory());
        most.push(await page.evaluate(() => globalThis.toastscope.session.reserved / 1e6));
      }
      return [looked, { reserved: most.map(Math.round) }];
    }),
  lesson: () =>
    inBrowser(async (page, memory, place) => {
      await page.goto(`${place.address}?server=16#/lesson/${LESSON}`);
      const looked = [];
      for (let i = 1; i <= amount; i++) {
        await ready(page);
        const steps = page.locator('nav[aria-label=Steps] .dot');
        await steps.last().click();
        await page.waitForFunction(
          () =>
            document.querySelector('nav[aria-label=Steps] li:last-child .dot')?.ariaCurrent ===
            'step',
          null,
          { timeout: 120_000 },
        );
        await ready(page);
        if (i % (amount / SAMPLES) === 0) looked.push(await memory());
        await page.getByRole('button', { name: 'Start over' }).click();
      }
      return [looked, {}];
    }),
  embeds: () =>
    inBrowser(async (page, memory, place) => {
      const one = `<toast-scope lesson="${LESSON}" loading="eager" autoplay="0" style="width:640px;height:360px"></toast-scope>`;
      const html = `<!doctype html><title>host</title><script type="module" src="${place.address}toast-scope.js"></script>${one.repeat(10)}`;
      const server = createServer((_, answer) =>
        answer.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
      );
      await new Promise((resolve) => server.listen(0, 'localhost', resolve));
      await page.goto(`http://localhost:${server.address().port}/`);
      /** Has each embed run this SQL. */
      const all = (sql) =>
        page.evaluate(async (text) => {
          const elements = [...document.querySelectorAll('toast-scope')];
          for (const { printed } of await Promise.all(elements.map((e) => e.run(text))))
            if (!printed) throw new Error('a frame printed nothing');
        }, sql);
      await all(SETUP.join('\n'));
      const began = performance.now();
      const looked = [];
      let statements = 0;
      while (looked.length < SAMPLES) {
        await all(statement());
        statements += 10;
        const share = (performance.now() - began) / (amount * 60_000);
        if (share * SAMPLES >= looked.length + 1) looked.push(await memory());
      }
      server.close();
      return [looked, { statements }];
    }),
};

if (!WHAT[what] || !(amount > 0)) {
  console.error(`node tests/bench/long.mjs ${Object.keys(WHAT).join('|')} AMOUNT`);
  process.exit(2);
}
await WHAT[what]();
