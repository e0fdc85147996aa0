import { expect, it } from 'vitest';
import { lineOf, statementAt, statements } from './split-statements';

const parts = (text: string) => statements(text).map((s) => text.slice(s.from, s.to));

it('cuts at semicolons that are not quoted', () => {
  expect(
    parts("SELECT ';';\nSELECT $$;$$, \";\" -- ;\n, 1; /* ; /* ; */ */ SELECT E'\\';' ; x"),
  ).toEqual([
    "SELECT ';';",
    'SELECT $$;$$, ";" -- ;\n, 1;',
    "/* ; /* ; */ */ SELECT E'\\';' ;",
    'x',
  ]);
});
it('takes a backslash command to the end of its line', () => {
  expect(parts('\\d+ t\nSELECT 1\n\\gset\nSELECT 2;')).toEqual([
    '\\d+ t',
    'SELECT 1\n\\gset',
    'SELECT 2;',
  ]);
});
it('finds the statement of the cursor', () => {
  const text = 'SELECT 1;\n\nSELECT 2;  \n';
  const at = (position: number) => {
    const s = statementAt(text, position);
    return s && text.slice(s.from, s.to);
  };
  expect([0, 9, 10, 13, 22, text.length].map(at)).toEqual([
    'SELECT 1;',
    'SELECT 1;',
    'SELECT 2;',
    'SELECT 2;',
    'SELECT 2;',
    'SELECT 2;',
  ]);
  expect(lineOf(text, 11)).toBe(3);
});
