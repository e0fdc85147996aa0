// Colours stand once: everything that is drawn takes them from the tokens.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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
