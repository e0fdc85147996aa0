// What all labs have in common: a sentence to take home in view with its chart, axes with titles and units, and
// colours that can be read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAxe, checkWidth, openLab, serve } from './lib/page.mjs';

const place = serve();

const list = readFileSync(new URL('../../web/src/labs/list.ts', import.meta.url), 'utf8');
const LABS = [...list.matchAll(/at: '(\w+)'/g)].map(([, name]) => name);
const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** Opens a lab, and waits until its sentence and its first chart are there. */
async function shown(name, options) {
  const opened = await openLab(place, name, options);
  await opened.page.getByTestId('take-home').waitFor();
  await opened.page.locator('[data-chart]').first().waitFor();
  return opened;
}

test('all labs of the list are looked at', () => assert.ok(LABS.length >= 9, LABS.join()));

/** Checks that each chart has titles on both axes, with units, and letters that can be read. */
async function checkCharts(page, name) {
  const charts = await page.locator('[data-chart]').all();
  for (const chart of charts) {
    for (const axis of ['x', 'y']) {
      const title = chart.locator(`[data-axis=${axis}]`);
      assert.match(await title.textContent(), /\S+ .*\(.+\)/, `${name}: axis ${axis}`);
      assert.ok(await title.isVisible());
    }
    const texts = chart.locator('text');
    const small = await texts.evaluateAll((all) =>
      all.filter((t) => parseFloat(getComputedStyle(t).fontSize) < 12).map((t) => t.textContent),
    );
    assert.deepEqual(small, [], `${name}: letters of 12 px at least`);
    const cut = await texts.evaluateAll((all) =>
      all
        .filter((t) => {
          const [words, box] = [t, t.ownerSVGElement].map((e) => e.getBoundingClientRect());
          return words.left < box.left - 1 || words.right > box.right + 1;
        })
        .map((t) => t.textContent),
    );
    assert.deepEqual(cut, [], `${name}: no words go beyond the picture`);
  }
}

/** Checks that each table beside a chart has rows, and that no row is nearly empty. */
async function checkTables(page) {
  for (const table of await page.getByRole('region', { name: /: table$/ }).all()) {
    const label = await table.getAttribute('aria-label');
    const rows = await table
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.ok(rows.length > 1, label);
    const empty = rows.filter((cells) => cells.filter((cell) => cell.trim() !== '').length < 2);
    assert.deepEqual(empty, [], label);
  }
}

/** Checks that axe has nothing to say, and that lines and letters stand out. */
async function checkColours(page, name) {
  await checkAxe(page, name);
  assert.deepEqual(await page.evaluate(faint), [], name);
}

// A lab is opened once for each size and each theme, and everything that is asked of it there is asked of one page.
for (const name of LABS) {
  for (const viewport of SIZES) {
    const wide = viewport === SIZES[0];
    const more = wide ? '; its charts, its tables and its colours in light' : '';
    test(`${name}: what to take home is in view with its chart, ${viewport.width} wide${more}`, async () => {
      const { page, complaints } = await shown(name, { viewport });
      const sentence = page.getByTestId('take-home');
      assert.match(await sentence.textContent(), /\d/, 'a number');
      for (const what of [sentence, page.locator('[data-chart]').first()]) {
        const { y, height } = await what.boundingBox();
        assert.ok(y >= 0 && y + height <= viewport.height, `${y} to ${y + height} px`);
      }
      await checkWidth(page, name);
      if (wide) {
        await checkCharts(page, name);
        await checkTables(page);
        await checkColours(page, name);
      }
      assert.deepEqual(complaints, []);
    });
  }

  test(`${name}: axe has nothing to say, and lines and letters stand out, in dark`, async () => {
    const { page } = await shown(name, { colorScheme: 'dark' });
    await checkColours(page, name);
  });
}

/** A figure that each lab after a study shows, of the study and of ours. */
const BESIDE = {
  compression: ['10.9 s; 0.28 s (39 times)', /2\.81 s; 254 ms \(11 times\), modelled/],
  text: ['24 %; 63 % slower under EXTERNAL, 20 clients', /EXTERNAL is not slower/],
  append: ['2750 times', /^[1-9]\d\d,000 times, modelled$/],
  whole: ['264 MB; 16 GB', /264 MB; 16 GB/],
  clients: ['60 to 70 % faster with lz4 than with pglz', /simulated/],
  archive: ['39 % (208.1 MB to 81.0 MB)', /26 %/],
  strategies: ['2500; 30064', /2,500; 30,064/],
};

for (const [name, [theirs, ours]] of Object.entries(BESIDE)) {
  test(`${name}: the study’s figures stand beside ours, with the reason`, async () => {
    const { page } = await shown(name, { viewport: SIZES[0] });
    const row = page.getByTestId('beside').getByRole('row').filter({ hasText: theirs });
    await row.first().waitFor();
    const cells = await row.first().getByRole('cell').allTextContents();
    assert.match(cells[1], ours);
    assert.match(cells[3], /^[A-Z].*\.$/);
    const answer = await page.request.get(
      await page.getByRole('link', { name: 'docs/studies.md' }).evaluate((a) => a.href),
    );
    assert.ok((await answer.text()).includes(theirs));
  });
}

/**
 * What of the charts is too faint against its ground (WCAG 1.4.3 and 1.4.11): letters under 4.5 to 1, lines under 3.
 * Runs in the page.
 */
function faint() {
  /** Red, green and blue of a colour of CSS. */
  const channels = (colour) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  /** The relative luminance of a colour (WCAG). */
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((c) =>
      c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** The colour behind an element. */
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return 'white';
  };
  /** The contrast of two colours (WCAG). */
  const contrast = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((m, n) => n - m);
    return (high + 0.05) / (low + 0.05);
  };
  return [...document.querySelectorAll('[data-chart]')].flatMap((chart) => {
    const ground = groundOf(chart);
    /** The elements whose colour has too little contrast. */
    const low = (elements, property, least) =>
      [...elements]
        .map((element) => ({
          element,
          ratio: contrast(getComputedStyle(element)[property], ground),
        }))
        .filter(({ ratio }) => ratio < least)
        .map(
          ({ element, ratio }) =>
            `${element.textContent.trim() || element.outerHTML.slice(0, 80)}: ${ratio.toFixed(2)}`,
        );
    return [
      ...low(chart.querySelectorAll('text'), 'fill', 4.5),
      ...low(chart.querySelectorAll('path.curve, path.series'), 'stroke', 3),
    ];
  });
}
