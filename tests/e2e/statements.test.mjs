// No statement that was given is lost: typed and run by keys as a person does, 0.1 to 6 seconds after another, while what
// ran before is played; in the console, in an embed, in Compare, in an exercise. Motion is not reduced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, printed, ready, runSql, serve, visit } from './lib/page.mjs';

const place = serve();
const moving = { reducedMotion: 'no-preference' };

/** Milliseconds between two presses of the key that runs. */
const GAPS = [100, 500, 1500, 3000, 6000];
/** Milliseconds between two keys of a fast typist. */
const KEY = 40;

const CREATE = 'CREATE TABLE photo (id int, v text);';
/** The statement that inserts the row number `i`. */
const insert = (i) => `INSERT INTO photo VALUES (${i}, repeat('x', ${i}));`;
const COUNT = 'SELECT count(*), sum(length(v)) FROM photo;';

/** Types into the field that has the focus, in the place of what it holds. */
async function type(page, text) {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text, { delay: KEY });
  // What the editor offers is not what was meant.
  await page.keyboard.press('Escape');
}

/** Puts a text into the field at once, in the place of what it holds. */
async function paste(page, text) {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/**
 * Runs one statement after the other by the key, so long after the key was pressed before: typed where there is time for
 * it, else pasted. Calls `ran` after each.
 */
async function give(page, statements, gaps, ran = async () => {}) {
  let pressed = -Infinity;
  for (const [i, statement] of statements.entries()) {
    const due = pressed + (gaps[i - 1] ?? 0);
    const typing = (statement.length + 12) * KEY;
    const slow = i === 0 || due - performance.now() > typing;
    if (slow) await page.waitForTimeout(Math.max(0, due - performance.now() - typing));
    await (slow ? type : paste)(page, statement);
    await page.waitForTimeout(Math.max(0, due - performance.now()));
    pressed = performance.now();
    await page.keyboard.press('ControlOrMeta+Enter');
    await ran(i);
  }
}

/** Types one statement after the other, and runs each as soon as it stands there. */
async function typeAll(page, statements) {
  for (const statement of statements) {
    await type(page, statement);
    await page.keyboard.press('ControlOrMeta+Enter');
  }
}

/** Types all statements at once, then runs each: Control and Enter, after a gap the arrow down, and so on. */
async function giveBelow(page, statements, gaps) {
  await type(page, statements.join('\n'));
  await page.keyboard.press('ControlOrMeta+Home');
  for (const i of statements.keys()) {
    if (i > 0) await page.waitForTimeout(gaps[i - 1]);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('ArrowDown');
  }
}

const rows = GAPS.map((_, i) => i + 1);
const ALL = [CREATE, ...rows.map(insert)];
const TOTAL = new RegExp(`\\n +${rows.length} \\| +${rows.reduce((a, b) => a + b)}\\n`);

/** Checks that these statements ran and no others, in this order, without an error. */
async function checkAll(page, statements) {
  await ready(page);
  const out = await printed(page);
  assert.doesNotMatch(out, /ERROR/);
  assert.match(out, TOTAL);
  const ran = await page.evaluate(() => {
    const { tape } = globalThis.toastscope.session.timeline;
    return [tape.placed.map(({ step }) => step.text), tape.steps.length];
  });
  assert.deepEqual(ran, [statements, statements.length]);
}

test('in the console, one below the other', async () => {
  const { page, complaints } = await open(place, moving);
  await page.locator('.cm-content').click();
  await giveBelow(page, [...ALL, COUNT], [...GAPS, 100]);
  await checkAll(page, [...ALL, COUNT]);
  assert.deepEqual(complaints, []);
});

test('in the console, each typed while the one before is played', async () => {
  const { page, complaints } = await open(place, moving);
  await page.locator('.cm-content').click();
  await typeAll(page, [...ALL, COUNT]);
  await checkAll(page, [...ALL, COUNT]);
  assert.deepEqual(complaints, []);
});

test('in the console, one in the place of the other', async () => {
  const { page, complaints } = await open(place, moving);
  await page.locator('.cm-content').click();
  await give(page, [...ALL, COUNT], [...GAPS, 100]);
  await checkAll(page, [...ALL, COUNT]);
  assert.deepEqual(complaints, []);
});

test('a look at a frame while it is played is no wish to begin a branch', async () => {
  const { page } = await open(place, moving);
  await page.locator('.cm-content').click();
  await give(page, [CREATE, insert(1)], [100]);
  await page.waitForFunction(() => globalThis.toastscope.session.timeline.playing);
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.timeline.atEnd), false);
  await page.getByRole('button', { name: 'Step forward' }).click();
  assert.equal(await page.getByText(/^This starts a branch/).count(), 0);
  await page.locator('.cm-content').click();
  await give(page, [2, 3, 4, 5].map(insert).concat(COUNT), [0, 0, 0, 0]);
  await checkAll(page, [CREATE, ...[1, 2, 3, 4, 5].map(insert), COUNT]);
});

test('before the engine is there, and while it runs something long: all in the order given', async () => {
  const { page } = await visit(place, { at: '#/console', ...moving });
  await page.locator('.cm-content').waitFor();
  await page.evaluate(() => {
    const { session } = globalThis.toastscope;
    globalThis.atFirst = session.status;
    session.run('SELECT count(*) AS early FROM generate_series(1, 300000);', 1, true);
    session.run('CREATE TABLE photo (id int, v text);', 1, true);
  });
  await page.locator('.cm-content').click();
  await giveBelow(page, rows.map(insert).concat(COUNT), [100, 0, 0, 0, 0]);
  await ready(page);
  const out = await printed(page);
  assert.doesNotMatch(out, /ERROR/);
  assert.match(out, TOTAL);
  assert.ok(out.indexOf('300000') < out.indexOf('CREATE TABLE'));
});

test('while something runs it says how much waits, which runs when that was cancelled', async () => {
  const { page } = await open(place, moving);
  await page.evaluate(() => {
    const { session } = globalThis.toastscope;
    session.run('SELECT count(*) FROM generate_series(1, 300000000);');
    session.run('SELECT 1 AS one;');
    session.run('SELECT 2 AS two;');
  });
  await page.getByRole('status').getByText('then 2 more').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ready(page);
  const out = await printed(page);
  assert.match(out, /one[^]*two/);
});

test('in an embed', async () => {
  const { page, complaints } = await visit(place, {
    at: 'embed.html?view=console&editable=1',
    ...moving,
  });
  await page.locator('.cm-content').click();
  await give(page, [...ALL, COUNT], [...GAPS, 100]);
  await checkAll(page, [...ALL, COUNT]);
  assert.deepEqual(complaints, []);
});

test('in Compare, on both sides', async () => {
  const { page, complaints } = await visit(place, { at: '#/compare', ...moving });
  await page.getByText('Settings and script').click();
  const script = page.getByLabel('Script of both');
  await script.click();
  // The script of both grows by a statement each time.
  const scripts = [...ALL, COUNT].map((_, i, all) => all.slice(0, i + 1).join('\n'));
  await give(page, scripts, [...GAPS, 100], async (i) => {
    // Played by its clock, and given again meanwhile.
    if (i === 3) await page.evaluate(() => globalThis.toastscope.pair.play());
  });
  await page.waitForFunction(() => !globalThis.toastscope.pair.busy);
  const sides = await page.evaluate(() => {
    const { left, right } = globalThis.toastscope.pair;
    return [left, right].map(({ timeline }) => timeline.tape.placed.map(({ step }) => step.text));
  });
  for (const texts of sides) assert.deepEqual(texts.slice(-ALL.length - 1), [...ALL, COUNT]);
  for (const output of await page.getByRole('region', { name: /^What .* printed$/ }).all())
    await output.getByText(/5 \| +15/).waitFor();
  assert.deepEqual(complaints, []);
});

test('in an exercise', async () => {
  const { page, complaints } = await open(place, { at: '#/lesson/rounds/7', ...moving });
  const run = page.getByRole('button', { name: /^Run it/ });
  await page.waitForFunction(() => !document.querySelector('nav[aria-label=Steps] .dot:disabled'));
  await run.click();
  await page.locator('.exercise .cm-content').click();
  const heard = page.getByRole('region', { name: 'What psql printed' });
  const tries = [...rows, rows.length + 1];
  // Every answer that was to be seen, and whether the page said that something runs.
  await page.evaluate(() => {
    globalThis.heard = new Set();
    const note = () => {
      const said = document.querySelector('.exercise [role=region]')?.textContent ?? '';
      const number = /^ +(\d+)$/m.exec(said)?.[1];
      if (number) globalThis.heard.add(Number(number));
      globalThis.ran ||= document.body.textContent.includes('Running…');
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await give(
    page,
    tries.map((n) => `SELECT ${n} AS mine;`),
    GAPS,
  );
  await heard.getByText(new RegExp(`^ +${tries.length}$`, 'm')).waitFor();
  assert.deepEqual(await page.evaluate(() => [...globalThis.heard]), tries);
  // While one try still runs, the next is given: it is what stands there in the end.
  await page.evaluate(() => (globalThis.ran = false));
  await type(page, 'SELECT count(*) FROM generate_series(1, 3000000);');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT 77 AS mine;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await heard.getByText(/^ +77$/m).waitFor();
  // It is said while it is so, which on a busy computer is over before one can wait for it.
  assert.ok(await page.evaluate(() => globalThis.ran));
  await page.getByText('Not yet.').waitFor();
  assert.deepEqual(complaints, []);
});

test('a shared link brings back what was printed, and the branch that was looked at', async () => {
  const { page } = await open(place);
  await runSql(page, 'SELECT 1 AS cleared;');
  await page.getByRole('button', { name: 'Clear' }).click();
  await runSql(
    page,
    "CREATE TABLE t (a int);\n\n-- two rows\n\nINSERT INTO t VALUES (1), (2);\nSELECT nope;\nSELECT repeat('x', 70) AS wide;",
  );
  await page.getByRole('slider', { name: 'Timeline' }).focus();
  await page.keyboard.press('Home');
  await runSql(page, 'CREATE TABLE other (b int);');
  await page.getByRole('combobox', { name: 'Branch' }).selectOption({ index: 0 });
  const before = await printed(page);
  const link = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers();
    navigator.clipboard.writeText = async (text) => resolve(text);
    [...document.querySelectorAll('button')].find((b) => b.textContent === 'Share').click();
    return promise;
  });
  const again = await open(place, { at: link.slice(link.indexOf('#')) });
  await again.page.waitForFunction(() => globalThis.toastscope.session.timeline.length > 0);
  await ready(again.page);
  assert.equal(await printed(again.page), before);
  assert.doesNotMatch(before, /cleared/);
  const [tables] = await again.page.evaluate(() => {
    const { scene } = globalThis.toastscope.session.timeline;
    return [scene.relations.map(({ name }) => name)];
  });
  assert.deepEqual(tables, ['t']);
  // A reload brings it back as well.
  await again.page.reload();
  await ready(again.page);
  await again.page.waitForFunction(() => globalThis.toastscope.session.timeline.length > 0);
  assert.equal(await printed(again.page), before);
});
