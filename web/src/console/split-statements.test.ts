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
  expect(parts('SELECT 1 \n\n')).toEqual(['SELECT 1']);
});
it('leaves together what a semicolon after a backslash joins', () => {
  expect(parts('SELECT 1\\;\nSELECT 2;\nSELECT 3;')).toEqual([
    'SELECT 1\\;\nSELECT 2;',
    'SELECT 3;',
  ]);
});
it('leaves the body of a routine whole', () => {
  const routine =
    'CREATE OR REPLACE FUNCTION f(i int) RETURNS int BEGIN ATOMIC\n' +
    'SELECT 1; SELECT CASE i WHEN 1 THEN 2 END; END;';
  expect(parts(`-- two\n${routine}\nBEGIN; SELECT 1; END;`)).toEqual([
    `-- two\n${routine}`,
    'BEGIN;',
    'SELECT 1;',
    'END;',
  ]);
});
it('takes the rows of a COPY with it', () => {
  const copy = "COPY c (a, b) FROM STDIN;\n1\t;x\n2\t'\n\\.";
  const own = '\\copy c from stdin\n3\ty\n\\.';
  expect(parts(`/* rows */ ${copy}\nTABLE c;\n${own}\nTABLE c;`)).toEqual([
    `/* rows */ ${copy}`,
    'TABLE c;',
    own,
    'TABLE c;',
  ]);
  expect(parts("SELECT 'copy c from stdin';\nSELECT 1;")).toHaveLength(2);
  expect(parts('COPY c FROM stdin;\n1\tx\n')).toEqual(['COPY c FROM stdin;\n1\tx']);
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
