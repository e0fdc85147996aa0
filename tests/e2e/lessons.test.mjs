// Each lesson played from start to end, back and by jumps; links; lessons from outside; frames.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { checkAxe, checkWidth, open, ready, runSql, serve, visit } from './lib/page.mjs';
import { settled } from './lib/lesson-steps.mjs';

const list = readFileSync(new URL('../../web/src/lessons/list.ts', import.meta.url), 'utf8');
const ids = [...list.matchAll(/id: '([\w-]+)'/g)].map((m) => m[1]);

const place = serve();

/** Waits until nothing runs and the steps can be chosen. */
const idle = (page) =>
  page.waitForFunction(
    () =>
      globalThis.toastscope?.session.status === 'ready' &&
      !document.querySelector('nav[aria-label=Steps] .dot:disabled'),
    null,
    { timeout: 120_000 },
  );

/** What the stage shows of the database. */
const scene = (page) =>
  page.evaluate(() => {
    const { timeline } = globalThis.toastscope.session;
    const { relations, counters, at } = timeline.scene;
    return JSON.stringify({ relations: relations.map((r) => [r.name, r.forks]), counters, at });
  });

/** Which steps of a lesson, from 0, have an exercise. */
function exercisesOf(id) {
  const text = readFileSync(
    new URL(`../../web/src/lessons/${id}/lesson.md`, import.meta.url),
    'utf8',
  );
  const steps = text.split(/^## /m).slice(1);
  return new Set(steps.flatMap((step, i) => (step.includes('\n```exercise') ? [i] : [])));
}

/** Until an exercise, which is loaded when its step ran, has measured how things are at its start. */
const measured = (page) =>
  page.waitForFunction(() => {
    const starts = [...document.querySelectorAll('[data-testid=exercise] tbody th + td')];
    return starts.some((cell) => cell.textContent !== '–');
  });

for (const id of ids) {
  const exercises = exercisesOf(id);
  test(`${id}: played to the end, back, and by jumps`, { timeout: 300_000 }, async () => {
    const { page, complaints } = await open(place, { at: `#/lesson/${id}` });
    await idle(page);
    const dots = page.locator('nav[aria-label=Steps] .dot');
    // The engine may be there before the lesson is.
    await dots.first().waitFor();
    const count = await dots.count();
    const scenes = [];
    for (let i = 0; i < count; i++) {
      await dots.nth(i).click();
      await idle(page);
      const run = page.getByRole('button', { name: /^Run it/ });
      if (await run.count()) {
        for (const input of await page.locator('.guess input[type=text]').all())
          await input.fill('7');
        await run.click();
        await page.locator('.outcome').waitFor({ timeout: 120_000 });
        await idle(page);
      }
      if (exercises.has(i)) await measured(page);
      await settled(page);
      assert.doesNotMatch(
        await page.getByTestId('step').innerText(),
        /No answer this time|…/,
        `step ${i + 1}`,
      );
      scenes.push(await scene(page));
    }
    for (const i of [...scenes.keys()].toReversed().concat([0, count - 1])) {
      await dots.nth(i).click();
      await idle(page);
      assert.equal(await scene(page), scenes[i], `step ${i + 1} again`);
    }
    await checkAxe(page);
    assert.deepEqual(complaints, []);
  });
}

test('the start view offers the lessons, a console and a file, and axe finds nothing', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await visit(place, { colorScheme, viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The short way has a button of its own above the chapters.
    const lessons = page.locator('section[aria-labelledby^=chapter] li:not(.lab)');
    await lessons.nth(ids.length - 2).waitFor();
    assert.equal(await lessons.count(), ids.length - 1);
    await checkWidth(page);
    await checkAxe(page);
    await page.goto(`${place.address}#/lesson/threshold/2`);
    await idle(page);
    await page.getByRole('button', { name: /^Run it/ }).click();
    await page.locator('.outcome').waitFor();
    await idle(page);
    await checkWidth(page);
    await checkAxe(page);
  }
});

test('a wrong guess gets its reason, and at the end all guesses stand together', async () => {
  const { page, complaints } = await open(place, { at: '#/lesson/large-text' });
  /** Goes to a step, and answers its guess if an answer is given. */
  const step = async (number, said) => {
    await idle(page);
    await page.locator('nav[aria-label=Steps] .dot').nth(number).click();
    await idle(page);
    if (said) await page.locator('.guess input').fill(said);
    if (number === 0) {
      // A flat line, low down.
      const pad = page.getByRole('slider', { name: /^Draw how many/ });
      await pad.focus();
      await pad.press('ArrowUp');
      for (let i = 0; i < 32; i++) await pad.press('ArrowRight');
      await page.getByText('It is whole.').waitFor();
    }
    await page.getByRole('button', { name: /^Run it/ }).click();
    await page.locator('.outcome').waitFor();
    await idle(page);
  };
  await step(0);
  await step(1, '319');
  await page.getByText('Exactly.').waitFor();
  await step(2, '18');
  await page.locator('.answer').getByText('The header of 24 bytes and the id of 8 stand').waitFor();
  await step(3);
  const all = page.getByTestId('guesses');
  await all.getByRole('heading', { name: 'Your guesses: 1 of 3 exact or close' }).waitFor();
  assert.equal(await all.getByRole('listitem').count(), 3);
  const drawn = all.getByRole('listitem').filter({ hasText: 'You drew a line.' });
  assert.match(
    await drawn.innerText(),
    /Draw how many[^]*Not this time: \d+ % of the height away[^]*A short text is stored as it is/,
  );
  await all.getByText('You said 18 bytes. It is 65 bytes.').waitFor();
  await all.getByText('That is the pointer.').waitFor();
  await checkAxe(page);
  await all.getByRole('link', { name: /How many of the 1,000 texts/ }).click();
  await page.getByRole('heading', { name: 'Half and half', level: 3 }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a lesson begins with a question from an earlier one, answered at once', async () => {
  const { page, complaints } = await open(place, { at: '#/lesson/select-star' });
  await idle(page);
  const recall = page.getByTestId('recall');
  await recall.getByText('From Anatomy of a pointer').waitFor();
  await recall.getByRole('textbox').fill('3');
  await recall.getByRole('textbox').press('Enter');
  await recall.getByText('It is 4 chunks. A chunk holds 1,996 bytes.').waitFor();
  await checkAxe(page);
  // The step itself was not run by that, and its own question is still open.
  await page.locator('.guess input').fill('9');
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').waitFor();
  await recall.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a review asks what was done before, and the start page leads to it', async () => {
  const { page, complaints } = await visit(place, { viewport: { width: 390, height: 844 } });
  await page.getByRole('heading', { name: 'The course' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Review' }).count(), 0);
  await page.evaluate(() =>
    localStorage.setItem('toastscope finished', '["pages", "pointer", "rounds"]'),
  );
  await page.reload();
  await page.getByText('4 questions from lessons you did').waitFor();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('heading', { name: '4 questions to review' }).waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Begin' }).click();
  for (const said of ['32', '0', '4', '']) {
    if (said) await page.getByRole('textbox').fill(said);
    else await page.getByLabel('in the TOAST table').check();
    await page.getByRole('button', { name: 'Answer' }).click();
    await checkWidth(page);
    await page.getByRole('button', { name: /Next question|How it went/ }).click();
  }
  await page.getByRole('heading', { name: '3 of 4 right' }).waitFor();
  await page.getByRole('link', { name: 'Four rounds, four strategies' }).waitFor();
  await checkAxe(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Nothing is due today' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a lesson goes on where it was after a reload', async () => {
  const { page } = await open(place, { at: '#/lesson/pages' });
  await idle(page);
  await page.getByRole('textbox', { name: /How many bytes/ }).fill('8192');
  await page.keyboard.press('Enter');
  await page.getByText('Exactly.').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('heading', { name: 'What the row costs' }).waitFor();
  await page.reload();
  await idle(page);
  await page.getByRole('heading', { name: 'What the row costs' }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByText('Exactly.').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Start over' }).click();
  await idle(page);
  await page.getByRole('textbox', { name: /How many bytes/ }).waitFor();
});

test('going back in the browser goes from step to step, and leaves the lesson before the first', async () => {
  const { page } = await visit(place);
  await page.goto(`${place.address}#/lesson/threshold`);
  await ready(page);
  await idle(page);
  /** Waits for a step's title. */
  const title = (name) => page.getByRole('heading', { name, level: 3 }).waitFor();
  await page.getByRole('button', { name: 'Skip' }).click();
  await title('One byte more');
  await idle(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await title('A small value can be hit first');
  await idle(page);
  await page.goBack();
  await title('One byte more');
  assert.match(page.url(), /threshold\/2$/);
  await idle(page);
  await page.goBack();
  await title('Two values of one kilobyte');
  await idle(page);
  await page.goForward();
  await title('One byte more');
  await idle(page);
  await page.goBack();
  await idle(page);
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.doesNotMatch(page.url(), /lesson/);
});

test('on paper a lesson has all of its steps, and nothing to press', async () => {
  const { page } = await open(place, { at: '#/lesson/threshold' });
  await idle(page);
  await page.getByRole('button', { name: /^Run it/ }).click();
  await page.locator('.outcome').waitFor();
  const steps = await page.locator('nav[aria-label=Steps] .dot').count();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('.lesson article').count(), steps);
  await page.getByText('The row takes 2,032 bytes').waitFor();
  assert.equal(await page.locator('button:visible').count(), 0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Watch it happen' }).waitFor();
});

test('a link opened in another browser shows the same', async () => {
  const first = await open(place);
  await runSql(first.page, 'CREATE TABLE t (a text);\nINSERT INTO t VALUES (random()::text);');
  await runSql(first.page, "INSERT INTO t VALUES (repeat('x', 100000));");
  await first.page.evaluate(() => globalThis.toastscope.session.timeline.seek(5));
  await first.page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
  });
  await first.page.getByRole('button', { name: 'Share' }).click();
  await first.page.getByText('Link copied.').waitFor();
  const link = await first.page.evaluate(() => globalThis.copied);
  const before = await scene(first.page);

  const { page } = await visit({ ...place, address: link });
  await ready(page);
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.at === 5);
  assert.equal(await scene(page), before);

  await page.goto(`${place.address}#s=${link.split('#s=')[1].slice(0, -20)}`);
  await page.getByRole('alert').getByText('The link is damaged').waitFor();
});

test('a lesson from a file is shown with its faults, and its HTML stays text', async () => {
  const { page } = await visit(place);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  /** Writes a file of a lesson. */
  const file = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('bad.md', '---\ntitle: T\n---\n\n## One\n\n```sql\n```\n'));
  await page.getByRole('alert').getByText('line 7: this sql block is empty').waitFor();
  await input.setInputFiles(
    file(
      'hostile.md',
      `---\ntitle: <img src=x onerror=alert(1)>\n---\n\n## <b>One</b>\n\n<script>globalThis.bad = 1</script>\n<img src=https://example.invalid/p.png onerror="globalThis.bad = 1">\n\n![p](https://example.invalid/q.png) [l](javascript:globalThis.bad=1)\n\n\`\`\`sql\nSELECT '<img src=x onerror="globalThis.bad = 1">' AS "<i>a</i>";\n\`\`\`\n`,
    ),
  );
  await page.getByText('was not checked').waitFor();
  await idle(page);
  assert.equal(
    await page.evaluate(() => globalThis.toastscope.session.timeline.length),
    0,
    'nothing ran',
  );
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.locator('.outcome').waitFor({ state: 'attached' });
  assert.equal(await page.evaluate(() => globalThis.bad), undefined);
  assert.equal(
    await page.locator('.lesson img, .lesson script, .lesson iframe, .lesson article b').count(),
    0,
  );
  assert.equal(await page.locator('.lesson a[href^="javascript"]').count(), 0);
  assert.deepEqual(
    asked.filter((url) => url.includes('example.invalid')),
    [],
  );
});

/** A deck: a page on another port that counts the keys it gets. */
async function deck(frame) {
  const html = `<!doctype html><html lang="en"><title>Deck</title><body><main><h1>Deck</h1><script>
    keys = []; received = [];
    addEventListener('keydown', (e) => keys.push(e.key));
    addEventListener('message', (e) => received.push(e.data));
  </script><iframe src="${frame}" width="900" height="600" title="Stage"></iframe></main>`;
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(html);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

test('a frame shows a step, takes no focus, and leaves the deck its keys', async () => {
  const { address, close } = await deck(
    `${place.address}embed.html?lesson=threshold&step=2&theme=dark`,
  );
  try {
    const { page } = await visit({ ...place, address });
    const frame = page.frames()[1];
    await page.waitForFunction(
      () => globalThis.received.some((t) => t.type === 'step' && t.step === 2),
      null,
      {
        timeout: 60_000,
      },
    );
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await page.evaluate(() => globalThis.keys), ['ArrowRight']);
    await frame.getByRole('heading', { name: 'One byte more' }).waitFor();
    assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), 'dark');

    // After a click the deck has its keys again; with the focus inside they are handed on.
    await frame.getByRole('button', { name: 'Next step' }).click();
    await page.waitForFunction(() =>
      globalThis.received.some((t) => t.type === 'step' && t.step === 3),
    );
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await page.evaluate(() => globalThis.keys), ['ArrowRight', 'ArrowRight']);
    await frame.getByRole('button', { name: 'Step before' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() =>
      globalThis.received.some((t) => t.type === 'key' && t.key === 'ArrowDown'),
    );

    // The deck steers.
    await page.evaluate(() =>
      frames[0].postMessage({ target: 'toastscope', type: 'step', step: 1 }, '*'),
    );
    await frame.getByRole('heading', { name: 'Two values of one kilobyte' }).waitFor();
    assert.deepEqual((await new AxeBuilder({ page }).analyze()).violations, []);
  } finally {
    close();
  }
});

test('a frame with a lesson from elsewhere runs nothing before somebody says so', async () => {
  const lesson = '---\ntitle: T\n---\n\n## One\n\n```sql\nCREATE TABLE t (a int);\n```\n';
  const { page } = await open(place);
  await page.route('**/elsewhere.md', (route) => route.fulfill({ body: lesson }));
  await page.goto(`${place.address}embed.html?lesson=${encodeURIComponent('/elsewhere.md')}`);
  await page.getByRole('button', { name: 'Run it' }).waitFor();
  await ready(page);
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.timeline.length), 0);
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.length > 0);
  await page.goto(`${place.address}embed.html`);
  await page.getByRole('alert').getByText('names no lesson').waitFor();
});
