// docs/studies.md has the figures that the labs show, all of them and no others. Anew: npm run studies -- document.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentOf } from '../../../../scripts/studied/document.mjs';
import { allFigures } from './study-figures';

/** Its lines, without the room that makes tables' columns straight, and without the rules below their heads. */
const linesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line.startsWith('|') && !/^[| -]+$/.test(line));

test('each figure stands in the document as the page has it', () => {
  const file = new URL('../../../../docs/studies.md', import.meta.url);
  const lines = linesOf(documentOf(allFigures()));
  expect(lines.length).toBeGreaterThan(50);
  expect(linesOf(readFileSync(file, 'utf8'))).toEqual(lines);
});

test('each figure says why it differs, and a lab shows it', () => {
  for (const { figures } of allFigures())
    for (const { what, why, where, lab } of figures) {
      expect(why, what).toMatch(/^[A-Z].*[.]$/);
      expect(lab ?? where[1], what).not.toMatch(/^lesson/);
    }
});
