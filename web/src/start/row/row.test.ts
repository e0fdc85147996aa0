import { expect, test } from 'vitest';
import packed from './recorded.json';
import { Recording, pack, type Line } from './recorded-row';
import { LETTERS, MOST, STORAGES, type SampleValue, type Storage } from './sample-values';
import { bodyOf, chunksOf, rowsOnPage, scaleOf } from './row-bytes';
import { rowSentence } from './row-sentence';

const recording = new Recording(packed);
const [random, json, repeated] = LETTERS as [SampleValue, SampleValue, SampleValue];
const [pglz, lz4, external] = STORAGES as [Storage, Storage, Storage];
const at = (letters: SampleValue, storage: Storage, length: number) =>
  recording.at(letters.id, storage.id, length);

test('lines come out of their packing as they went in', () => {
  const lines: Line[] = [
    [1, 2, 26, ''],
    [2, 3, 27, ''],
    [3, 3, 45, 'out'],
    [4, 1, 25, 'in'],
  ];
  const one = new Recording({ 'random pglz': pack(lines), plain: pack(lines.slice(0, 2)) });
  const back = lines.map(([length]) => one.at('random', 'pglz', length));
  expect(back.map(({ length, stored, row, method }) => [length, stored, row, method])).toEqual(
    lines,
  );
  expect(back.map(({ out }) => out)).toEqual([false, false, true, false]);
});

test('one letter decides', () => {
  const [whole, over] = [at(random, pglz, 2004), at(random, pglz, 2005)];
  expect(whole).toMatchObject({ formed: 2032, row: 2032, out: false });
  expect(over).toMatchObject({ formed: 2033, row: 42, stored: 2005, out: true });
  expect(rowSentence(whole, random, pglz)).toMatch(/stays whole/);
  expect(rowSentence(over, random, pglz)).toMatch(/gain nothing from pglz: 2 chunks leave/);
  expect(rowSentence(over, random, external)).toMatch(
    /EXTERNAL compresses nothing: 2 chunks leave/,
  );
});

test('what is compressed stays if it can', () => {
  expect(rowSentence(at(repeated, lz4, 5000), repeated, lz4)).toMatch(/5,000 letters to \d+ bytes/);
  expect(rowSentence(at(json, pglz, 8000), json, pglz)).toMatch(
    /^pglz makes this JSON .* still too many/,
  );
});

test.each(LETTERS.flatMap((letters) => STORAGES.map((storage) => ({ letters, storage }))))(
  'every length of $letters.id under $storage.id is drawn within the picture',
  ({ letters, storage }) => {
    const width = 600;
    const scale = scaleOf(width);
    for (let length = 1; length <= MOST; length += 7) {
      const stored = at(letters, storage, length);
      expect(stored.row).toBe(stored.out ? 42 : stored.head + stored.stored);
      for (const left of [0, 0.5, 1]) {
        const boxes = bodyOf(stored, scale, 1, left);
        const last = boxes.at(-1);
        expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(boxes.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(stored.stored);
      }
    }
  },
);

test('chunks and rows on a page', () => {
  expect(chunksOf(5000)).toEqual([1996, 1996, 1008]);
  expect(chunksOf(1996)).toEqual([1996]);
  expect([rowsOnPage(2032), rowsOnPage(42)]).toEqual([4, 157]);
});
