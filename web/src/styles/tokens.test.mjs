// Every colour is defined in one place: all that is drawn takes its colours from the tokens.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { INKED } from '../stage/paint-pages';

const root = fileURLToPath(new URL('..', import.meta.url));
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const files = readdirSync(root, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(ts|svelte|css)$/.test(name) && !name.includes('.test.'))
  .filter((name) => name !== 'styles/tokens.css' && !name.startsWith('engine/generated/'))
  .map((name) => ({ name, text: readFileSync(root + name, 'utf8') }));

/** The element stands in somebody else's page, where there are no tokens: it repeats them. */
const ALONE = 'element/shell.ts';

it('no colour is made but in tokens.css', () => {
  const made =
    /[:\s'"(]#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|oklch|light-dark)\(/i;
  const own = files.filter(({ name, text }) => name !== ALONE && made.test(text));
  expect(own.map(({ name }) => name)).toEqual([]);
});

it('the element alone repeats colours, and they are those of tokens.css', () => {
  const { text } = files.find(({ name }) => name === ALONE);
  const repeated = [...text.matchAll(/#[0-9a-f]{6}\b/gi)].map(([colour]) => colour);
  expect(repeated.length).toBeGreaterThan(0);
  expect(repeated.filter((colour) => !tokens.includes(colour))).toEqual([]);
});

it('every token that is used is there', () => {
  const there = new Set(
    [tokens, ...files.map(({ text }) => text)].flatMap((text) =>
      [...text.matchAll(/(--[\w-]+)['"]?(?:\s*:|=)/g)].map(([, name]) => name),
    ),
  );
  const wanted = files.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)[),]/g)].map(([, token]) => ({ name, token })),
  );
  expect(wanted.filter(({ token }) => !there.has(token))).toEqual([]);
});

/** A token's two values, light and dark. */
function valuesOf(token) {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
  return [light, dark].map((hex) => {
    const long = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
    return [1, 3, 5].map((at) => parseInt(long.slice(at, at + 2), 16));
  });
}
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((c) => {
    const share = c / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};
const laid = (over, under, share) => under.map((c, i) => c + (over[i] - c) * share);

it.each(['heap', 'toast', 'index'])('what is touched is told from the rest of a %s page', (hue) => {
  for (const theme of [0, 1]) {
    const page = valuesOf(`${hue}-3`)[theme];
    // The ink where a page is a mere dot, and the outline of one that is larger.
    expect(contrast(laid(valuesOf('heat')[theme], page, INKED.small), page)).toBeGreaterThan(2.5);
    expect(contrast(valuesOf('heat')[theme], page)).toBeGreaterThan(3);
    expect(contrast(valuesOf('ink')[theme], page)).toBeGreaterThan(3);
  }
});

it.each(['heap', 'toast', 'index', 'wal'])('words have the hue of their thing: %s', (hue) => {
  for (const theme of [0, 1]) {
    const word = valuesOf(`${hue}-5`)[theme];
    for (const ground of ['paper', 'raised', `${hue}-2`])
      expect(contrast(word, valuesOf(ground)[theme])).toBeGreaterThan(4.5);
  }
});

/** The token that the n-th line of a chart is drawn in. */
const series = [...tokens.matchAll(/--series-(\d): var\(--([\w-]+)\)/g)];

it('a chart has six lines', () => {
  expect(series.map(([, number]) => number)).toEqual(['1', '2', '3', '4', '5', '6']);
});

// WCAG 2.1, 1.4.11: what is needed to understand a graphic has a contrast of 3 to 1. Lines are told apart by marks too.
it.each(series)('line %# of a chart is told from its ground', (_, __, token) => {
  for (const theme of [0, 1])
    for (const ground of ['paper', 'raised'])
      expect(contrast(valuesOf(token)[theme], valuesOf(ground)[theme])).toBeGreaterThan(3);
});
