// A host page of another origin, and its embeds: the client drives a frame, the element is driven as a frame is, a
// frame answers its own host alone, and all of them share one engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heard, hosting } from './lib/host.mjs';
import { checkAxe, serve } from './lib/page.mjs';

const place = serve();

/** A frame without the element. */
const iframe = (search) =>
  `<iframe src="${place.address}embed.html?${search}" width="640" height="360" title="Stage"></iframe>`;
/** An element with these attributes. */
const element = (attributes) =>
  `<script type="module" src="${place.address}toast-scope.js"></script>
   <toast-scope loading="eager" ${attributes}></toast-scope>`;

/** Does something with the client, in the host's page. */
const drive = (page, work) =>
  page.evaluate(
    async ([client, code]) => {
      const { connect } = await import(client);
      globalThis.frame ??= connect(document.querySelector('iframe'));
      return await new Function('frame', `return (${code})(frame)`)(globalThis.frame);
    },
    [`${place.address}client.js`, String(work)],
  );

test('a host of another origin drives a frame', { timeout: 90_000 }, async () => {
  const frame = iframe('lesson=threshold&step=2&controls=minimal');
  await hosting(place, frame, async (page, address, complaints) => {
    await heard(page, { type: 'step', step: 2 });
    const state = await drive(page, (frame) => frame.state());
    assert.equal(state.step, 2);
    assert.equal(state.playing, false);

    // Forwards, and back to the picture that was there before.
    const inside = page.frames()[1];
    /** The words on the row that is drawn. */
    const drawn = () => inside.locator('[data-part=row]').first().textContent();
    const before = await drawn();
    assert.equal((await drive(page, (frame) => frame.next())).step, 3);
    assert.notEqual(await drawn(), before);
    const back = await drive(page, (frame) => frame.back());
    assert.deepEqual([back.step, back.at], [2, state.at]);
    assert.equal(await drawn(), before);

    // SQL of one's own, with what psql prints; an error of SQL is an answer too.
    const ran = await drive(page, (frame) => frame.run('SELECT 6 * 7 AS answer;'));
    assert.deepEqual([ran.failed, ran.printed.includes('42')], [false, true], JSON.stringify(ran));
    assert.equal((await drive(page, (frame) => frame.run('SELECT nosuch;'))).failed, true);

    // What is kept is shown again, in a frame that was loaded anew.
    const kept = await drive(page, (frame) => frame.state());
    assert.equal(kept.sql, 'SELECT 6 * 7 AS answer;\nSELECT nosuch;');
    await page.evaluate(() => {
      const iframe = document.querySelector('iframe');
      globalThis.received.length = 0;
      iframe.src = `${iframe.src}&autoplay=0`;
    });
    await heard(page, { type: 'step' });
    await page.evaluate((state) => (globalThis.kept = state), kept);
    const again = await drive(page, (frame) => frame.restore(globalThis.kept));
    assert.deepEqual(again, kept);

    assert.equal((await drive(page, (frame) => frame.seek(3))).at, 3);
    await checkAxe(page, 'a host');
    assert.deepEqual(complaints, []);
  });
});

test(
  'what makes no sense is answered, so that nobody waits for ever',
  { timeout: 90_000 },
  async () => {
    await hosting(place, iframe('lesson=threshold&controls=none'), async (page) => {
      await heard(page, { type: 'step', step: 1 });
      const words = await drive(page, (frame) =>
        Promise.all(
          [frame.step(0), frame.seek(-1), frame.speed(99), frame.run('x'.repeat(20_001))].map(
            (asked) =>
              asked.then(
                () => 'done',
                ({ message }) => message,
              ),
          ),
        ),
      );
      assert.equal(words.length, 4);
      for (const said of words) assert.match(said, /not within its bounds/);
      assert.equal((await drive(page, (frame) => frame.state())).step, 1);
    });
  },
);

test('a frame that is told its host answers no other', { timeout: 90_000 }, async () => {
  const frame = iframe('lesson=threshold&origin=https://slides.example');
  await hosting(place, frame, async (page) => {
    await page.frames()[1].getByTestId('timeline').waitFor();
    const before = await page.frames()[1].evaluate(() => globalThis.toastscope.run.index);
    await page.evaluate(() =>
      frames[0].postMessage({ target: 'toastscope', version: 1, id: 1, type: 'next' }, '*'),
    );
    await page.frames()[1].evaluate(() => new Promise((done) => setTimeout(done, 300)));
    assert.equal(await page.frames()[1].evaluate(() => globalThis.toastscope.run.index), before);
    assert.deepEqual(await page.evaluate(() => globalThis.received), []);
  });
});

test('the client hears its own frame alone', { timeout: 90_000 }, async () => {
  await hosting(place, iframe('lesson=threshold&controls=none'), async (page) => {
    await heard(page, { type: 'step', step: 1 });
    await drive(page, (frame) => frame.on('error', () => (globalThis.forged = true)));
    await page.evaluate(() => {
      const forged = { source: 'toastscope', version: 1, type: 'error', message: 'forged' };
      postMessage(forged, '*');
      dispatchEvent(new MessageEvent('message', { data: forged, origin: 'https://other.example' }));
    });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    assert.equal(await page.evaluate(() => globalThis.forged), undefined);
  });
});

test(
  'the element is driven as a frame is, and has the height of what flows',
  { timeout: 90_000 },
  async () => {
    await hosting(place, element('lesson="pointer" view="lesson"'), async (page) => {
      await heard(page, { type: 'height' });
      /** The element's height. */
      const height = () => page.evaluate(() => document.querySelector('toast-scope').offsetHeight);
      await page.waitForFunction(() => {
        const reported = globalThis.received.findLast((t) => t.type === 'height').height;
        return document.querySelector('toast-scope').offsetHeight === reported;
      });
      const first = await height();
      await page.evaluate(() => document.querySelector('toast-scope').next());
      await page.waitForFunction(
        (before) => document.querySelector('toast-scope').offsetHeight !== before,
        first,
      );
      await page.evaluate(() => (document.querySelector('toast-scope').style.height = '200px'));
      assert.equal(await height(), 200);
    });
  },
);

for (const [shows, what, scrolls] of [
  [
    'view="console" editable="0" script="SELECT 1;\nSELECT 2;"',
    'a script with what it printed',
    '[data-flows]',
  ],
  ['lesson="updates" view="chart" step="5"', 'a chart that is as wide as its frame', '.chart'],
]) {
  test(`an element is as tall as ${what}`, { timeout: 90_000 }, async () => {
    const attributes = `${shows} style="width: 400px"`;
    await hosting(place, element(attributes), async (page) => {
      await heard(page, { type: 'height' });
      await page.waitForFunction(() => {
        const reported = globalThis.received.findLast((t) => t.type === 'height').height;
        return document.querySelector('toast-scope').offsetHeight === reported;
      });
      const inside = await page.frames()[1].evaluate((selector) => {
        const boxes = [...document.querySelectorAll(selector)];
        const over = boxes.map((box) => box.scrollHeight - box.clientHeight);
        const drawn = document.querySelector('.drawn')?.getBoundingClientRect();
        return { over, beside: drawn && innerWidth - drawn.width };
      }, scrolls);
      assert.ok(inside.over.length > 0 && inside.over.every((px) => px === 0), 'nothing scrolls');
      if (inside.beside) assert.equal(Math.round(inside.beside), 32);
    });
  });
}

test('an element that waits for a click costs its host little', { timeout: 90_000 }, async () => {
  const late = element('lesson="threshold"').replace('eager', 'click');
  await hosting(place, late, async (page) => {
    const button = page.getByRole('button', { name: 'Start Toastscope, threshold' });
    await button.waitFor();
    const before = await page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /\.(js|wasm|html)/.test(name))
          .length,
    );
    assert.equal(before, 1);
    await checkAxe(page, 'before the click');
    await button.click();
    await heard(page, { type: 'step', step: 1 });
  });
});

test(
  'several share one engine; when it stops, all of them come back',
  { timeout: 90_000 },
  async () => {
    const body = ['threshold', 'pointer', 'rounds']
      .map((lesson) => element(`lesson="${lesson}" step="2" controls="none" id="${lesson}"`))
      .join('');
    await hosting(place, body, async (page) => {
      await page.waitForFunction(
        () => globalThis.received.filter((t) => t.type === 'step').length >= 3,
        null,
        { timeout: 60_000 },
      );
      const session = await place.browser.newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets');
      assert.equal(targetInfos.filter(({ type }) => type === 'shared_worker').length, 1);
      assert.deepEqual(page.workers(), []);

      /** Runs SQL in one of the elements. */
      const run = (id, sql) =>
        page.evaluate(([id, sql]) => document.getElementById(id).run(sql), [id, sql]);
      // Each has its own tables.
      assert.equal((await run('threshold', 'CREATE TABLE mine (a int);')).failed, false);
      assert.equal((await run('pointer', 'SELECT * FROM mine;')).failed, true);

      // Cancelled where it runs, while the others wait their turn.
      const inside = page.frames().find((frame) => frame.url().includes('rounds'));
      const endless = run('rounds', 'SELECT count(*) FROM generate_series(1, 1000000000000);');
      const other = run('pointer', 'SELECT 1;');
      // Its engine has come, ran again what was played, and has begun with it.
      await inside.waitForFunction(() => globalThis.toastscope.session.line > 0, null, {
        polling: 50,
      });
      await inside.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      await inside.evaluate(() => globalThis.toastscope.session.cancel());
      assert.match((await endless).printed, /canceling statement/);
      assert.equal((await other).failed, false);

      await inside.evaluate(() => globalThis.toastscope.session.client.breakDown());
      await heard(page, { type: 'error' });
      assert.equal((await run('threshold', 'SELECT * FROM mine;')).failed, false);
      assert.equal((await run('rounds', 'SELECT 1;')).failed, false);
      const state = await page.evaluate(() => document.getElementById('pointer').state());
      assert.equal(state.step, 2);
    });
  },
);
