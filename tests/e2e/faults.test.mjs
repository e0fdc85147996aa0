// What may happen to an open page: its worker ended by the browser, its storage full, refused or cleared, its tab asleep,
// memory short, files gone. Nothing is lost that was shown as done, and the rest is said in a sentence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed, ready, runSql, serve, visit } from './lib/page.mjs';

const place = serve();
const PATIENT = { timeout: 60_000 };

/** Opens an address in a page whose workers `kill` ends as the browser would: without a word to the page. */
async function mortal(at = '#/console', options = {}) {
  const opened = await visit({ ...place, address: 'about:blank' }, { composed: true, ...options });
  await opened.page.addInitScript(() => {
    const workers = new Set();
    globalThis.startedWorkers = 0;
    globalThis.startsToEnd = 0;
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        workers.add(this);
        this.addEventListener('message', () => this.starts(), { once: true });
      }
      /** Its first message has come, before its module is there: it ends now if it is one of those that are to. */
      starts() {
        globalThis.startedWorkers++;
        if (globalThis.startsToEnd-- > 0) Worker.prototype.terminate.call(this);
      }
    };
    globalThis.killWorkers = () => {
      for (const worker of workers) Worker.prototype.terminate.call(worker);
      workers.clear();
    };
  });
  await opened.page.goto(place.address + at);
  return opened;
}

/** Ends the page's workers. */
const kill = (page) => page.evaluate(() => globalThis.killWorkers());

/** What the console printed after this line. */
const after = async (page, line) => (await printed(page)).split(line).at(-1);

/** The notice that the engine stopped. */
const stopped = (page) =>
  page.getByRole('alert').getByText('The browser ended the engine').waitFor(PATIENT);

test('an idle worker that is ended is replaced, and its database is there again', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  await runSql(page, 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (42);');
  await kill(page);
  await page.getByRole('alert').getByText('its database is as it was before.').waitFor(PATIENT);
  await stopped(page);
  await ready(page);
  await runSql(page, 'SELECT a AS answer FROM t;');
  assert.match(await after(page, 'FROM t;'), /answer \n-+\n +42/);
  assert.deepEqual(complaints, []);
});

test('a worker that is ended while it starts, and while it runs again what ran', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  await runSql(
    page,
    'CREATE TABLE t (a int);\nINSERT INTO t SELECT random() * 1e6 FROM generate_series(1, 3);',
  );
  await runSql(page, 'INSERT INTO t SELECT i FROM generate_series(1, 40000) i;');
  await runSql(page, 'SELECT sum(a), count(*) FROM t;');
  const before = await after(page, 'FROM t;');
  await page.addInitScript(() => {
    globalThis.startsToEnd = 1;
    // The page itself ends them: what runs again may be over before a question from outside arrives.
    globalThis.killed = 0;
    let before = false;
    const look = () => {
      const again = Boolean(globalThis.toastscope?.session.again);
      if (again && !before) {
        globalThis.killWorkers();
        globalThis.killed++;
      }
      before = again;
      if (again || globalThis.killed < 2) setTimeout(look);
    };
    look();
  });
  await page.reload();
  await page.waitForFunction(
    () => globalThis.killed === 2 && !globalThis.toastscope.session.again,
    null,
    PATIENT,
  );
  await page.waitForFunction(
    () => globalThis.toastscope.session.timeline.length > 0,
    null,
    PATIENT,
  );
  await ready(page);
  assert.equal((await printed(page)).match(/CREATE TABLE t/g).length, 1, 'printed once');
  await runSql(page, 'SELECT sum(a), count(*) FROM t;');
  assert.equal(await after(page, 'FROM t;'), before);
  assert.deepEqual(complaints, []);
});

test('a worker that is ended in the middle of a script: what was shown as done is done', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  await page.evaluate(() => {
    globalThis.outcome = globalThis.toastscope.session.runSql(
      `CREATE TABLE t (a int);
INSERT INTO t VALUES (1);
INSERT INTO t VALUES (2);
SELECT count(*) FROM generate_series(1, 1000000000) i;
INSERT INTO t VALUES (3);`,
    );
  });
  await page.waitForFunction(() => globalThis.toastscope.session.line === 4);
  await kill(page);
  await page
    .getByRole('alert')
    .getByText('its database is as it was before that statement.')
    .waitFor(PATIENT);
  const { failed, cancelled } = await page.evaluate(() => globalThis.outcome);
  assert.deepEqual({ failed, cancelled }, { failed: true, cancelled: true });
  await ready(page);
  await runSql(page, 'SELECT sum(a) AS kept FROM t;');
  assert.match(await after(page, 'FROM t;'), /kept \n-+\n +3\n/);
  assert.deepEqual(complaints, []);
});

test('a worker that is ended while a lesson’s step runs, and in its pictures', async () => {
  const { page, complaints } = await mortal('?server=16#/lesson/threshold');
  await page.waitForFunction(() => globalThis.startedWorkers === 1);
  // While the lesson is loaded.
  await kill(page);
  await ready(page);
  const run = page.getByRole('button', { name: /^Run it/ });
  await run.click();
  await page.locator('.outcome').first().waitFor(PATIENT);
  await ready(page);
  const outcome = await page.locator('.outcome').first().innerText();
  await kill(page);
  await stopped(page);
  await ready(page);
  assert.equal(await page.locator('.outcome').first().innerText(), outcome);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await ready(page);
  await page.evaluate(() => globalThis.toastscope.session.runSql('SELECT 1 AS goes_on;'));
  assert.match(
    await page.evaluate(() => globalThis.toastscope.session.pieces.at(-1).text),
    /goes_on/,
  );
  assert.deepEqual(complaints, []);
});

test('a worker that is ended while two settings are compared: both run again', async () => {
  const { page, complaints } = await mortal('#/compare');
  /** Waits until both sides have run. */
  const settled = () =>
    page.waitForFunction(
      () => globalThis.toastscope?.pair.length > 0 && !globalThis.toastscope.pair.busy,
      null,
      PATIENT,
    );
  await settled();
  const said = (await page.locator('main').innerText()).match(/touches \d+ buffers.*/)[0];
  // In the page itself: a run may be over before a question from outside comes.
  await page.getByRole('button', { name: 'Run both' }).evaluate(async (button) => {
    button.click();
    while (globalThis.toastscope.pair.left.status !== 'running')
      await new Promise((next) => setTimeout(next));
    globalThis.killWorkers();
  });
  await page.waitForFunction(() => globalThis.startedWorkers >= 6, null, PATIENT);
  await settled();
  assert.ok((await page.locator('main').innerText()).includes(said));
  assert.deepEqual(complaints, []);
});

test('a worker that is ended while it measures a table of one’s own', async () => {
  const { page, complaints } = await mortal('#/your-table');
  const rows = Array.from(
    { length: 300 },
    (_, i) => `${i},${`word ${i % 7} of ${i} `.repeat(i % 90)}`,
  );
  await page.getByLabel('Or paste them').fill(`id,body\n${rows.join('\n')}`);
  await page.getByRole('button', { name: 'Read these rows' }).click();
  await page.getByTestId('counts').waitFor(PATIENT);
  await page.getByRole('button', { name: 'Advise', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await kill(page);
  await page.getByRole('alert').getByText('The browser ended the worker').waitFor(PATIENT);
  assert.deepEqual(complaints, []);
});

test('what a full or a forbidden storage does not keep is said', async () => {
  for (const fault of ['QuotaExceededError', 'SecurityError']) {
    const { page, complaints } = await mortal();
    await ready(page);
    await runSql(page, 'CREATE TABLE t (a int);');
    await page.evaluate((name) => {
      Storage.prototype.setItem = () => {
        throw new DOMException('It is refused.', name);
      };
    }, fault);
    assert.equal(await page.getByRole('alert').count(), 0);
    await runSql(page, 'INSERT INTO t VALUES (1);');
    await page.getByRole('alert').getByText('no room to keep what ran last').waitFor();
    await page.getByRole('button', { name: 'New database' }).click();
    await ready(page);
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.deepEqual(complaints, []);
  }
});

test('a page whose storage may not even be looked at works', async () => {
  const { page, complaints } = await visit(
    { ...place, address: 'about:blank' },
    { composed: true },
  );
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  for (const at of [
    '',
    '#/console',
    '#/lesson/threshold',
    '#/review',
    '#/your-table',
    'workshop.html',
  ]) {
    await page.goto('about:blank');
    await page.goto(place.address + at);
    await page.getByRole('heading').first().waitFor();
  }
  await page.goto(`${place.address}#/console`);
  await ready(page);
  await runSql(page, 'SELECT 42 AS answer;');
  assert.match(await printed(page), /answer \n-+\n +42/);
  await page.getByRole('alert').getByText('no room to keep').waitFor();
  assert.deepEqual(complaints, []);
});

test('a session whose storage is emptied while the page is open is there after a reload', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  await runSql(page, 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (7);');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.waitForFunction(() => globalThis.toastscope?.session.timeline.length > 0);
  await ready(page);
  await runSql(page, 'SELECT a AS kept FROM t;');
  assert.match(await after(page, 'FROM t;'), /kept \n-+\n +7/);
  assert.deepEqual(complaints, []);
});

test('what a script has done is kept, though it still runs when the page is left', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  await page.evaluate(() => {
    void globalThis.toastscope.session.run(
      `CREATE TABLE t (a int);
INSERT INTO t VALUES (7);
SELECT count(*) FROM generate_series(1, 1000000000) i;`,
    );
  });
  await page.waitForFunction(() => globalThis.toastscope.session.line === 3);
  await page.reload();
  await page.waitForFunction(() => globalThis.toastscope?.session.timeline.length > 0);
  await ready(page);
  await runSql(page, 'SELECT a AS kept FROM t;');
  assert.match(await after(page, 'FROM t;'), /kept \n-+\n +7/);
  assert.deepEqual(complaints, []);
});

test('a kept session that is not whole is not run', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  for (const kept of [
    '{"seed":0.5,"steps":[{"id":1,',
    '{"seed":0.5,"steps":[null]}',
    '{"seed":0.5,"steps":[{"id":1,"parent":0,"line":1,"time":0}]}',
    '{"seed":0.5,"steps":[{"id":1,"parent":0,"line":1,"text":"SELECT 1;"}]}',
    '{"seed":0.5,"steps":[{"id":2,"parent":1,"line":1,"text":"SELECT 1;","time":1}]}',
    '{"steps":[{"id":1,"parent":0,"line":1,"text":"SELECT 1;","time":1}]}',
  ]) {
    await page.goto('about:blank');
    await page.goto(`${place.address}404`);
    await page.evaluate((text) => sessionStorage.setItem('toastscope main', text), kept);
    await page.goto(`${place.address}#/console`);
    await ready(page);
    assert.equal(await page.getByRole('alert').count(), 0, kept);
    await runSql(page, 'SELECT 42 AS answer;');
    assert.match(await printed(page), /answer \n-+\n +42/, kept);
  }
  assert.deepEqual(
    complaints.filter((text) => !text.includes('404')),
    [],
  );
});

test('a second tab of one session goes on by itself, and neither changes the other', async () => {
  const { page, complaints } = await visit(place, { at: '#/console', composed: true });
  await ready(page);
  await runSql(page, 'CREATE TABLE t (id int); INSERT INTO t VALUES (1);');
  // The browser gives a tab that is opened from another a copy of what that one keeps.
  const [second] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void open(location.href)),
  ]);
  await second.waitForFunction(() => globalThis.toastscope?.session.timeline.length > 0);
  await ready(second);
  await runSql(second, 'INSERT INTO t VALUES (2); SELECT count(*) AS in_second FROM t;');
  await runSql(page, 'SELECT count(*) AS in_first FROM t;');
  for (const tab of [page, second]) {
    await tab.reload();
    await ready(tab);
  }
  assert.match(await printed(page), /in_first\s*-+\s*1\s/);
  assert.match(await printed(second), /in_second\s*-+\s*2\s/);
  assert.deepEqual(complaints, []);
});

test('what plays waits while the tab is asleep', async () => {
  const { page, complaints } = await mortal('#/console', { reducedMotion: 'no-preference' });
  await ready(page);
  await page.evaluate(() => {
    const { requestAnimationFrame } = globalThis;
    globalThis.slept = 0;
    globalThis.requestAnimationFrame = (draw) =>
      requestAnimationFrame((now) => draw(now + globalThis.slept));
  });
  await runSql(
    page,
    'CREATE TABLE t (a int PRIMARY KEY, b text);\nINSERT INTO t SELECT i, repeat(md5(i::text), 90) FROM generate_series(1, 30) i;',
  );
  const [before, length] = await page.evaluate(async () => {
    const { timeline } = globalThis.toastscope.session;
    timeline.seek(1);
    timeline.play();
    for (let i = 0; i < 10; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
    globalThis.slept = 600_000;
    return [timeline.at, timeline.length];
  });
  const now = await page.evaluate(async () => {
    for (let i = 0; i < 5; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
    return globalThis.toastscope.session.timeline.at;
  });
  assert.ok(now - before < length / 4, `from ${before} to ${now} of ${length}`);
  assert.ok(await page.evaluate(() => globalThis.toastscope.session.timeline.playing));
  assert.deepEqual(complaints, []);
});

test('a page that the browser froze goes on where it was', async () => {
  const { page, complaints } = await mortal();
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    globalThis.outcome = globalThis.toastscope.session.runSql(
      'CREATE TABLE t (a int);\nINSERT INTO t SELECT i FROM generate_series(1, 20000) i;',
    );
  });
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((later) => setTimeout(later, 2000));
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  assert.equal(await page.evaluate(async () => (await globalThis.outcome).failed), false);
  await runSql(page, 'SELECT count(*) AS rows FROM t;');
  assert.match(await after(page, 'FROM t;'), /rows +\n-+\n +20000/);
  assert.deepEqual(complaints, []);
});

/** Opens the console with each script of a worker changed. */
async function withWorker(change, at = '#/console') {
  const opened = await visit({ ...place, address: 'about:blank' }, { composed: true });
  await opened.page.route('**/assets/worker-*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await opened.page.goto(place.address + at);
  return opened;
}

test('without WebAssembly a lesson plays, and the console says what is missing', async () => {
  const { page } = await withWorker((code) => `delete globalThis.WebAssembly;${code}`);
  await page.getByRole('alert').getByText('This browser does not run WebAssembly').waitFor(PATIENT);
  await page.goto('about:blank');
  await page.goto(`${place.address}#/lesson/threshold`);
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').first().waitFor(PATIENT);
});

/** The module with an upper limit to its memory, in pages of 64 kB: what a browser with little memory gives it. */
function limited(module, most) {
  /** A number as the format writes it. */
  const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
  let at = 8;
  /** Reads a number of the format. */
  const read = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    const start = at;
    const section = module[at++];
    const size = read();
    if (section !== 5) {
      at += size;
      continue;
    }
    const end = at + size;
    at += 2;
    const body = [1, 1, ...leb(read()), ...leb(most)];
    return Buffer.concat([
      module.subarray(0, start),
      Buffer.from([5, ...leb(body.length), ...body]),
      module.subarray(end),
    ]);
  }
}

test('where memory cannot grow, the statement fails with a sentence, and nothing else is lost', async () => {
  const { page } = await visit({ ...place, address: 'about:blank' }, { composed: true });
  await page.route('**/toastscope_bg-*.wasm', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: limited(await answer.body(), 1200) });
  });
  await page.goto(`${place.address}#/console`);
  await ready(page);
  await runSql(page, 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (42);');
  await runSql(
    page,
    "SELECT length(string_agg(repeat('x', 1000), '')) FROM generate_series(1, 200000);",
  );
  const alert = page.getByRole('alert');
  await alert.getByText('as it was before that statement.').waitFor(PATIENT);
  await alert.getByText('There was not enough memory for it').waitFor();
  await runSql(page, 'SELECT a AS answer FROM t;');
  assert.match(await after(page, 'FROM t;'), /answer \n-+\n +42/);
});

for (const [what, at, part] of [
  ['the page', '', 'DepthLab'],
  ['a frame', 'embed.html?view=lab&lab=depth', 'DepthLab'],
  ['a workshop', 'workshop.html#/half-day/handout', 'Handout'],
])
  test(`a part that a newer release took away is missed in words, and a reload brings it: ${what}`, async () => {
    const { page } = await visit({ ...place, address: 'about:blank' }, { composed: true });
    let taken = true;
    await page.route(`**/assets/${part}-*.js`, (route) =>
      taken ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.goto(place.address + at);
    if (!at) await page.evaluate(() => (location.hash = '#/depth'));
    const notice = page.locator('body > .fault');
    await notice.waitFor(PATIENT);
    assert.ok(
      !(await page.locator('body').innerText()).includes('module'),
      'not in the browser’s words',
    );
    taken = false;
    await notice.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction(() => document.body?.innerText.length > 200, null, PATIENT);
    assert.equal(await notice.count(), 0);
  });

for (const [file, missing] of [
  ['worker-*.js', 'the script of its worker'],
  ['toastscope_bg-*.wasm', 'its module'],
])
  test(`an engine without ${missing} is said not to start, and starts once it is there`, async () => {
    for (const at of ['#/console', '#/compare', 'embed.html?view=console&script=SELECT 1;']) {
      const { page } = await visit({ ...place, address: 'about:blank' }, { composed: true });
      // A frame's worker is its own then, whose files are asked for where the test sees it.
      await page.addInitScript(() => delete globalThis.SharedWorker);
      let gone = true;
      await page.route(`**/assets/${file}`, (route) =>
        gone ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await page.goto(place.address + at);
      const notice = page.getByRole('alert').filter({ hasText: 'The engine does not start' });
      await notice.waitFor(PATIENT);
      // After a second try too, which it waits for longer.
      await page.waitForTimeout(2500);
      assert.doesNotMatch(await notice.innerText(), /browser ended|was started again/, at);
      gone = false;
      await notice.waitFor({ ...PATIENT, state: 'detached' });
      await ready(page);
    }
  });
