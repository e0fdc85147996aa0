import { expect, it } from 'vitest';
import { sqlLines } from './sql';

const SQL = "SELECT 'a\n  b', {n}\nFROM t;";

it('has each line by itself, with its end, and as far as it is indented', () => {
  const lines = sqlLines(SQL, new Map([['n', 7]]));
  const texts = lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''));
  expect(texts).toEqual(["SELECT 'a\n", "  b', 7\n", 'FROM t;']);
  expect(lines.map(({ indent }) => indent)).toEqual([0, 2, 0]);
});

it('keeps the colour of what goes over a line, and of what a knob put in', () => {
  const kinds = sqlLines(SQL, new Map([['n', 7]])).map(({ pieces }) =>
    pieces.filter(({ text }) => text.trim()).map(({ kind }) => kind),
  );
  expect(kinds).toEqual([
    ['keyword', 'string'],
    ['string', 'plain', 'knob'],
    ['keyword', 'plain'],
  ]);
});
