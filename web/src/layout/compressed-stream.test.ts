import { expect, test } from 'vitest';
import { streamPieces } from './compressed-stream';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

test('a compressed value is cut into what each few bytes say', () => {
  // Size and method, a control byte, "abc", a copy of 273 from 3 back: the beginning of what pglz makes of abcabc...
  const stored = bytes('14010000' + '08' + '616263' + '0f03ff');
  const plain = new TextEncoder().encode('abc'.repeat(92));
  const tokens = Uint32Array.of(5, 3, 0, 3, 0, /* the copy */ 8, 3, 3, 273, 3);
  const pieces = streamPieces(tokens, stored, plain, 'control', 40);
  expect(pieces.map(({ digits, kind, says }) => [digits, kind, says])).toEqual([
    ['14010000', 'size', '276 plain'],
    ['08', 'between', 'control'],
    ['616263', 'literal', '“abc”'],
    ['0f03ff', 'copy', '273 from 3 back'],
  ]);
  expect(pieces[3]?.makes).toEqual({ at: 3, length: 273 });
});

test('of a long stream so many pieces are drawn', () => {
  const stored = bytes('14010000' + '08' + '616263' + '0f03ff');
  expect(streamPieces(Uint32Array.of(), stored, stored, 'control', 1)).toHaveLength(1);
});
