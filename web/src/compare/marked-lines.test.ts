import { expect, test } from 'vitest';
import { markedLines } from './marked-lines';

const marked = (own: string, other: string) =>
  markedLines(own, other).flatMap(({ text, differs }) => (differs ? text : []));

test('lines that only this run printed are marked', () => {
  expect(marked('a\nb\nc', 'a\nx\nc')).toEqual(['b']);
  expect(marked('a\nc', 'a\nb\nc')).toEqual([]);
  expect(marked('a\nb\nc', 'a\nc')).toEqual(['b']);
  expect(marked('a\nb', 'a\nb')).toEqual([]);
  expect(markedLines('a\nb', 'b').map(({ text }) => text)).toEqual(['a', 'b']);
});

test('the width of a column does not count', () => {
  expect(marked(' a  | b\n----+--\n 1  | 2', ' a | b\n---+--\n 1 | 2')).toEqual([]);
});

test('the lines are those of this run, whatever the other printed', () => {
  expect(markedLines(' a  |', ' a |').map(({ text }) => text)).toEqual([' a  |']);
});
