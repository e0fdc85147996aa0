import { describe, expect, it } from 'vitest';
import type { PointerPart, ValueLink } from '../engine/protocol';
import { valuesPointedTo } from '../model/pointer-parts';
import { isMeant, leaves, onPath, partsPicture, widths } from './pointer-parts';

const part = (role: PointerPart['role'], length: number, more: Partial<PointerPart> = {}) => ({
  role,
  name: '',
  at: 0,
  length,
  number: 0,
  text: '',
  link: undefined,
  children: [],
  ...more,
});

const link = (value: number): ValueLink => ({
  value,
  relation: 9,
  raw: 8000,
  stored: 7990,
  method: undefined,
  version: undefined,
  chunks: 5,
  stride: 0,
  elements: 0,
});

/** A document: a value in place, and a long one with a difference beside its pointer. */
const document = [
  part('tag', 2),
  part('inline', 8, { name: 'a', text: '7' }),
  part('field', 44, {
    name: 'long',
    link: link(16400),
    children: [
      part('pointer', 18),
      part('number', 8),
      part('difference', 18, { name: 'byte', number: 400 }),
    ],
  }),
];

describe('a custom pointer', () => {
  it('is its lowest parts, each under the keys that lead to it', () => {
    const all = leaves(document);
    expect(all.map((l) => [l.part.role, l.path.join('.')])).toEqual([
      ['tag', ''],
      ['inline', 'a'],
      ['pointer', 'long'],
      ['number', 'long'],
      ['difference', 'long'],
    ]);
    expect(all.reduce((sum, l) => sum + l.part.length, 0)).toBe(54);
  });
  it('leads to values, with what lies beside their pointers', () => {
    const [value] = valuesPointedTo(document);
    expect(value).toMatchObject({ path: ['long'], tail: 0, prefix: 0 });
    expect(value?.differences.map((d) => [d.number, d.length])).toEqual([[400, 18]]);
  });
  it('fills its width, and a group spans the parts of a field', () => {
    const picture = partsPicture(document, 600);
    expect(picture.bars.reduce((sum, b) => sum + b.width, 0)).toBeCloseTo(600);
    const long = picture.groups.find((g) => g.path[0] === 'long');
    const bars = picture.bars.filter((b) => b.path[0] === 'long');
    expect(long?.width).toBeCloseTo(bars.reduce((sum, b) => sum + b.width, 0));
    expect(bars.at(-1)?.part.role).toBe('difference');
  });
  it('has what is too narrow to be read drawn as one, and no byte is lost', () => {
    const roles = (width: number) => partsPicture(document, width).bars.map((b) => b.part.role);
    expect(roles(1200)).toEqual(['tag', 'inline', 'pointer', 'number', 'difference']);
    expect(roles(120)).toEqual(['tag', 'inline', 'pointer', 'difference']);
    const bytes = partsPicture(document, 120).bars.map((b) => b.part.length);
    expect(bytes.reduce((a, b) => a + b)).toBe(54);
  });
  it('knows what is looked for', () => {
    expect(onPath(['long'], ['long', '3'])).toBe(true);
    expect(onPath(['a'], ['long'])).toBe(false);
    expect(onPath([], ['long'])).toBe(false);
    // What stands for a whole array is meant, whatever element is looked for.
    expect(isMeant({ path: [], link: link(1) }, ['3'])).toBe(true);
    expect(isMeant({ path: [], link: undefined }, ['3'])).toBe(false);
  });
});

describe('widths', () => {
  it('are to scale, but for what would be too small to see', () => {
    expect(widths([10, 30], 400, [12, 12])).toEqual([100, 300]);
    const [small, large] = widths([1, 999], 500, [12, 12]);
    expect(small).toBe(12);
    expect(large).toBeCloseTo(488);
  });
  it('share what there is when there is too little', () => {
    expect(widths([1, 1, 1, 1], 24, [12, 12, 12, 12])).toEqual([6, 6, 6, 6]);
  });
});
