import { describe, expect, it } from 'vitest';
import { dock, UNITS } from './dock';
import { ALONE, BAREST, manners, ONE } from './manner';

const map = (pages: number) => ({ pages, heading: 30 });
/** A table, its TOAST table and that one's index, after the curse. */
const CURSE = [map(64), map(3_334), map(97)];
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

describe('maps of pages', () => {
  it('stand side by side where it is low, one below the other where it is narrow', () => {
    expect(dock([CURSE], 740, 160).groups[0]?.lines).toBe(1);
    expect(dock([CURSE], 360, 560).groups[0]?.lines).toBeGreaterThan(1);
  });

  it('fill their lines', () => {
    for (const [width, height] of [
      [740, 160],
      [340, 500],
      [1400, 900],
    ] as const) {
      const { groups } = dock([CURSE, [map(1)], [map(1), map(2)]], width, height);
      for (const { members, lines } of groups) expect(sum(members)).toBe(lines * UNITS);
    }
  });

  it('stand below each other where nothing else is possible', () => {
    const { groups } = dock([CURSE], 60, 20);
    expect(groups[0]?.members).toEqual([UNITS, UNITS, UNITS]);
  });
});

describe('the manners to draw a stage in', () => {
  it('begin large where there is room, and end with what is spoken of alone', () => {
    const large = manners(1350, 1000);
    expect(large[0]).toMatchObject({ dense: 0, beside: false });
    expect(large[0]?.zoom).toBeGreaterThan(1.5);
    expect(large.at(-1)).toEqual({ zoom: 1, dense: BAREST, beside: false });
  });

  it('are never smaller than what can be read, nor in two columns where one has no room', () => {
    const narrow = manners(360, 480, { two: true });
    expect(narrow.every(({ zoom, beside }) => zoom === 1 && !beside)).toBe(true);
    expect(manners(960, 430, { two: true }).some(({ beside }) => beside)).toBe(true);
  });

  it('show one part at a time in a small room, and at last its page without the row', () => {
    const small = manners(720, 340, { two: true, frameShown: true });
    expect([...new Set(small.map(({ dense }) => dense))]).toEqual([0, 1, ONE, ALONE]);
    expect(manners(720, 340, { two: true }).at(-1)).toMatchObject({ dense: ONE });
    expect(manners(1280, 600, { two: true }).some(({ dense }) => dense === ONE)).toBe(false);
    expect(manners(1280, 600, { frameShown: true }).at(-1)).toEqual({
      zoom: 1,
      dense: ALONE,
      beside: false,
    });
  });

  it('keep the way down the index beside a row that is alone before they leave it out', () => {
    const alone = manners(480, 500, { two: true, frameShown: true }).filter(
      ({ dense }) => dense === ONE,
    );
    expect(alone[0]).toMatchObject({ tree: true });
    expect(alone[0]?.zoom).toBeGreaterThan(1.1);
    const without = alone.findIndex(({ tree }) => !tree);
    expect(without).toBeGreaterThan(0);
    expect(alone.slice(without).some(({ tree }) => tree)).toBe(false);
  });
});
