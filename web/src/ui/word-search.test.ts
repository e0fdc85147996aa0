import { expect, test } from 'vitest';
import { hasWords, wordsOf } from './word-search';

test('words are typed in any order and case', () => {
  expect(wordsOf('  Chunk  LZ4 ')).toEqual(['chunk', 'lz4']);
  expect(hasWords('lz4 makes a Chunk smaller', wordsOf('Chunk LZ4'))).toBe(true);
  expect(hasWords('pglz makes a chunk smaller', wordsOf('chunk lz4'))).toBe(false);
});

test('nothing typed is found everywhere', () => {
  expect(wordsOf('   ')).toEqual([]);
  expect(hasWords('', [])).toBe(true);
});
