import { expect, test } from 'vitest';
import { finder } from './find-terms';

const marksOf = finder([
  ['chunk', 'chunks'],
  ['page'],
  ['line pointer'],
  ['pointer'],
  ['EXTERNAL'],
]);
const text = (words: string) => ({ kind: 'text', text: words });
const found = (...prose: object[]) =>
  [...marksOf(prose).values()].flat().flatMap(({ text, term }) => (term === undefined ? [] : text));

test('a term is found in its forms, once, where it first stands', () => {
  expect(found(text('Two chunks, then one chunk on a page.'))).toEqual(['chunks', 'page']);
  expect(found(text('A page.'), text('The page again, EXTERNAL.'))).toEqual(['page', 'EXTERNAL']);
});

test('the longer form wins, and no part of a word is a term', () => {
  expect(found(text('A line pointer, then a pointer.'))).toEqual(['line pointer', 'pointer']);
  expect(found(text('A pageful, get_page, page_header, external, chunk-wise.'))).toEqual([]);
});

test('all words are still there, in their order', () => {
  const said = text('One chunk lies on a page.');
  const pieces = marksOf([said]).get(said) ?? [];
  expect(pieces.map((piece) => piece.text).join('')).toBe(said.text);
});

test('within code and lists they are found, within links and things they are not', () => {
  const inner = [text('EXTERNAL')];
  expect(found({ kind: 'list', items: [[{ kind: 'code', inner }]] })).toEqual(['EXTERNAL']);
  expect(found({ kind: 'link', href: '#/', inner }, { kind: 'thing', inner })).toEqual([]);
});
