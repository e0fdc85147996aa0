import { expect, test } from 'vitest';
import type { TypeStats } from '../../engine/segment/protocol';
import { byManager, picture, recordAt, recordCount, shown, total } from './rows';

const type = (manager: string, name: string, records: number, bytes: number, fpiBytes = 0) =>
  ({ rmid: 0, info: 0, manager, name, records, bytes, fpiBytes }) satisfies TypeStats;
const TYPES = [
  type('Transaction', 'COMMIT', 1, 34),
  type('Heap', 'INSERT', 2, 120, 8000),
  type('Btree', 'INSERT_LEAF', 1, 64),
];
// LSN low and high, type, bytes, of images, images, xid, pages.
const ROWS = Uint32Array.of(
  ...[0x28, 1, 1, 60, 0, 0, 700, 1],
  ...[0x68, 1, 1, 8060, 8000, 1, 701, 1],
  ...[0x3000, 1, 2, 64, 0, 0, 701, 1],
  ...[0x3040, 1, 0, 34, 0, 0, 701, 0],
);

test('a record is eight numbers', () => {
  expect(recordCount(ROWS)).toBe(4);
  expect(recordAt(ROWS, 1)).toMatchObject({ lsn: 2 ** 32 + 0x68, fpiBytes: 8000, xid: 701 });
});

test('what is shown', () => {
  const all = { hidden: new Set<string>(), images: false, xid: 0 };
  expect([...shown(ROWS, TYPES, all)]).toEqual([0, 1, 2, 3]);
  expect([...shown(ROWS, TYPES, { ...all, hidden: new Set(['Heap']) })]).toEqual([2, 3]);
  expect([...shown(ROWS, TYPES, { ...all, images: true })]).toEqual([1]);
  expect([...shown(ROWS, TYPES, { ...all, xid: 701 })]).toEqual([1, 2, 3]);
});

test('sums by resource manager', () => {
  const sums = byManager([...TYPES, type('Heap', 'DELETE', 3, 162)]);
  expect(sums.map((s) => [s.manager, s.records, s.bytes])).toEqual([
    ['Transaction', 1, 34],
    ['Heap', 5, 282],
    ['Btree', 1, 64],
  ]);
  expect(total(sums)).toMatchObject({ records: 7, bytes: 380, fpiBytes: 8000 });
});

test('the picture has every byte once', () => {
  const slots = picture(ROWS, TYPES, 2 ** 32, 0x4000, 4);
  expect(slots[0]).toEqual({ heap: 120, index: 0, server: 0, images: 8000 });
  expect(slots[3]).toEqual({ heap: 0, index: 64, server: 34, images: 0 });
});
