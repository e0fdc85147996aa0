// While a step plays, its answer is not told; sum, parts and chart agree with the stage's counter at every picture; and
// when the picture rests, or at once by a key, the answer and what leads on are there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, ready, serve, visit } from './lib/page.mjs';
import { SIZE, goTo, outOfView, runButton } from './lib/lesson-steps.mjs';

const place = serve();
const MOVES = { viewport: SIZE, composed: true, reducedMotion: 'no-preference' };

/** Goes to a step of the curse, answers its question and runs it, until something plays. */
async function play(step, options = MOVES) {
  const { page } = await open(place, { at: '#/lesson/curse', ...options });
  await goTo(page, step);
  await page.locator('.guess input').first().fill('12345');
  await runButton(page).click();
  await page.locator('.outcome').waitFor({ timeout: 120_000 });
  return page;
}

/** What is on the screen at each picture while something plays: counter, sum, parts, squares of each part. */
const sample = (page) =>
  page.evaluate(async () => {
    /** The first number in a text. */
    const number = (text) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
    const { timeline } = globalThis.toastscope.session;
    const seen = [];
    while (timeline.playing) {
      await new Promise((done) => requestAnimationFrame(done));
      const bar = document.querySelector('[data-testid=contrast] li:last-child');
      if (!bar || !timeline.playing) continue;
      seen.push({
        counter: number(document.querySelector('[data-counter=hit]').textContent),
        sum: number(bar.querySelector('b').textContent),
        parts: [...bar.querySelectorAll('.parts span')].map((p) => number(p.textContent)),
        squares: bar.querySelector('[data-squares]').dataset.squares.split(' ').map(Number),
        each: Number(document.querySelector('[data-testid=contrast]').dataset.each),
        answers: document.querySelectorAll('.answer').length,
      });
    }
    return seen;
  });

test('sum, parts, chart and counter agree at every picture of the curse', async () => {
  const page = await play(4);
  const seen = await sample(page);
  assert.ok(seen.length > 20, `${seen.length} pictures`);
  let before = 0;
  for (const { counter, sum, parts, squares, each, answers } of seen) {
    assert.equal(sum, counter);
    assert.equal(
      parts.reduce((a, b) => a + b, 0),
      sum,
    );
    assert.deepEqual(
      squares,
      parts.map((part) => Math.ceil(part / each)),
    );
    assert.equal(answers, 0);
    assert.ok(sum >= before);
    before = sum;
  }
  assert.ok(seen[0].sum < 10, `${seen[0].sum} buffers at first`);
  await page.locator('.answer').waitFor();
  assert.deepEqual(
    await outOfView(page, ['.answer', '.outcome > :nth-child(1 of .prose) > :first-child']),
    [],
  );
});

test('the answer and the way on come when the picture rests, or at once by a key', async () => {
  const page = await play(4);
  assert.equal(await page.locator('.answer').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Next', exact: true }).count(), 0);
  await page.getByText('Press n to have it now').waitFor();
  await page.keyboard.press('n');
  await page.locator('.answer').waitFor();
  assert.equal(await page.evaluate(() => globalThis.toastscope.session.timeline.playing), false);
  assert.equal(await page.locator('#step-title').textContent(), 'The same query again');
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Drag it over the edge' }).waitFor();
});

test('Escape ends what plays, and leads no further', async () => {
  const page = await play(4);
  await page.keyboard.press('Escape');
  await page.locator('.answer').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#step-title').textContent(), 'The same query again');
});

test('where motion is to be reduced the answer is there at once', async () => {
  const page = await play(1, { viewport: SIZE, composed: true });
  await page.locator('.answer').waitFor();
  assert.equal(await page.getByTestId('plays').count(), 0);
});

test('what measured the stage for one statement ends with it', async () => {
  const { page } = await visit(place, MOVES);
  await page.addInitScript(() => {
    globalThis.watching = new Set();
    globalThis.ResizeObserver = class extends ResizeObserver {
      observe(target) {
        super.observe(target);
        if (target === document.body) globalThis.watching.add(this);
      }
      disconnect() {
        super.disconnect();
        globalThis.watching.delete(this);
      }
    };
  });
  await page.goto(`${place.address}#/lesson/curse`);
  await page.reload();
  await ready(page);
  const watching = [];
  for (const step of [0, 1, 2]) {
    await goTo(page, step);
    await runButton(page).click();
    await page.locator('.outcome').waitFor({ timeout: 120_000 });
    await page.keyboard.press('n');
    await page.locator('.answer').first().waitFor();
    watching.push(await page.evaluate(() => globalThis.watching.size));
  }
  assert.deepEqual(watching, [watching[0], watching[0], watching[0]]);
});
