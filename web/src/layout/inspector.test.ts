import { expect, it } from 'vitest';
import type { Field } from '../engine/protocol';
import { ancestors, deepest, parentOf, runsBetween, visibleRows } from './field-tree';
import { boxes, byteAt, hexGrid, rowsInView } from './hex';
import {
  arcOf,
  streamRuns,
  tokenFrom,
  tokenMaking,
  tokensBetween,
  valueRuns,
} from './compressed-stream';

const field = (name: string, at: number, length: number, part: string, children: Field[] = []) =>
  ({ name, at, length, part, children, bits: undefined, more: undefined }) as unknown as Field;
const bit = { ...field('flag', 2, 2, 'header'), bits: { low: 0, count: 1 } } as Field;
/** A header of two fields, room, and an item with padding in front of its value. */
const tree = field('page', 0, 32, 'item', [
  field('header', 0, 8, 'header', [field('a', 0, 2, 'header'), field('b', 2, 2, 'header', [bit])]),
  field('item', 16, 16, 'item', [field('value', 20, 12, 'payload')]),
  field('free', 8, 8, 'free'),
]);

it('shows what is open', () => {
  const names = (open: string[]) => visibleRows(tree, new Set(open)).map((r) => r.field.name);
  expect(names([])).toEqual(['header', 'item', 'free']);
  expect(names(['0', '0.1'])).toEqual(['header', 'a', 'b', 'flag', 'item', 'free']);
  expect(visibleRows(tree, new Set(['0']))[2]).toMatchObject({
    depth: 2,
    position: 2,
    siblings: 2,
  });
  expect([parentOf('0.1'), parentOf('0'), parentOf('')]).toEqual(['0', '', null]);
  expect(ancestors('1.2.3')).toEqual(['1', '1.2', '1.2.3']);
});

it('finds the field of a byte', () => {
  expect([deepest(tree, 3), deepest(tree, 5), deepest(tree, 21), deepest(tree, 8)]).toEqual([
    '0.1',
    '0',
    '1.0',
    '2',
  ]);
  expect(deepest(tree, 2, 8)).toBe('');
});

it('gives every byte to one run', () => {
  const runs = runsBetween(tree, 0, 32);
  expect(runs.map((r) => [r.at, r.length, r.part])).toEqual([
    [0, 2, 'header'],
    [2, 2, 'header'],
    [4, 4, 'header'],
    [8, 8, 'free'],
    [16, 4, ''],
    [20, 12, 'payload'],
  ]);
  expect(runsBetween(tree, 3, 9).map((r) => r.length)).toEqual([1, 4, 1]);
});

it('lays out bytes in the width there is', () => {
  const wide = hexGrid(8192, 600, 7, 20);
  expect(wide).toMatchObject({ columns: 16, rows: 512, left: 42, cell: 21, text: 385 });
  const narrow = hexGrid(8192, 328, 7, 20);
  expect(narrow.columns).toBe(8);
  expect(hexGrid(8192, 200, 7, 20).columns).toBe(4);
  expect(rowsInView(wide, 2000, 200)).toEqual({ first: 94, end: 116 });
  for (const at of [0, 15, 16, 8191]) {
    const [box] = boxes(wide, at, 1);
    expect(byteAt(wide, (box?.x ?? 0) + 8, (box?.y ?? 0) + 4)).toBe(at);
  }
  expect(byteAt(wide, wide.text + 3 * 7 + 1, 21)).toBe(19);
  expect(boxes(wide, 14, 20).map((b) => b.width / 21)).toEqual([2, 16, 2]);
  expect(boxes(wide, 0, 8192, 10, 12)).toHaveLength(2);
});

// repeat('abc', 100) with pglz, after its 4 bytes of size: f8 61 62 63 0f 03 ff ...
const tokens = new Uint32Array([5, 3, 0, 3, 0, 8, 3, 3, 273, 3, 11, 2, 276, 10, 200]);

it('finds tokens from both sides', () => {
  expect(tokenMaking(tokens, 2)).toMatchObject({ index: 0, back: 0 });
  expect(tokenMaking(tokens, 275)).toMatchObject({ index: 1, at: 8, length: 273 });
  expect(tokenMaking(tokens, 286)).toBeNull();
  expect(tokenFrom(tokens, 4)).toBeNull();
  expect(tokenFrom(tokens, 12)).toMatchObject({ index: 2 });
  expect(tokensBetween(tokens, 100, 280).map((t) => t.index)).toEqual([1, 2]);
  expect(streamRuns(tokens, 0, 13).map((r) => [r.at, r.length, r.part])).toEqual([
    [0, 5, 'header'],
    [5, 3, 'payload'],
    [8, 3, 'pointer'],
    [11, 2, 'pointer'],
  ]);
  expect(valueRuns(tokens, 1, 5).map((r) => [r.at, r.length, r.part])).toEqual([
    [1, 2, 'payload'],
    [3, 2, 'compressed'],
  ]);
});

it('draws an arc from a copy to its source', () => {
  const token = tokenMaking(tokens, 276);
  if (!token) throw new Error('there is one');
  const arc = arcOf(token, 10, 100, 60);
  expect(arc.source).toEqual({ at: 76, length: 10 });
  expect(arc.path).toMatch(/^M2810\.0,100\.0C.* 810\.0,100\.0$/);
});
