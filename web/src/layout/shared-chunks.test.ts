import { describe, expect, it } from 'vitest';
import { sharedPicture, sharing } from './shared-chunks';

const chunk = (seq: number, owners: number, life = 'live') => ({
  seq,
  size: 1996,
  life,
  owners,
  run: 1,
});

/** 104 chunks that both row versions read, and a last one in two versions. */
const appended = [
  ...Array.from({ length: 104 }, (_, seq) => chunk(seq, 0b11)),
  chunk(104, 0b01, 'dead'),
  chunk(104, 0b10),
];

describe('the chunks of a value and who reads them', () => {
  it('are counted once', () => {
    expect(sharing(appended, 2)).toEqual({ shared: 104, rewritten: 1, added: 0, unread: 0 });
    const longer = [...appended, chunk(105, 0b10)];
    expect(sharing(longer, 2)).toMatchObject({ shared: 104, rewritten: 1, added: 1 });
  });
  it('tell what nobody reads any more', () => {
    expect(sharing([chunk(0, 1), chunk(1, 0, 'dead'), chunk(1, 1)], 1)).toEqual({
      shared: 2,
      rewritten: 0,
      added: 0,
      unread: 1,
    });
  });
  it('are one where many are read alike, and versions stand side by side', () => {
    const { cells } = sharedPicture(appended, 2, 900);
    expect(cells.map((c) => [c.seq, c.count, c.versions, c.owners])).toEqual([
      [0, 104, 1, 3],
      [104, 1, 2, 1],
      [104, 1, 2, 2],
    ]);
    const [, old, young] = cells;
    expect(young?.y).toBe(old?.y);
    expect(young?.x).toBeGreaterThan((old?.x ?? 0) + (old?.width ?? 0));
  });
  it('count as many as they stand for', () => {
    const run = { ...chunk(64, 0b11), run: 40 };
    const [first, last] = [chunk(63, 0b11), chunk(104, 0b11)];
    expect(sharing([first, run, last], 2).shared).toBe(42);
    const { cells } = sharedPicture([first, run, last, chunk(105, 0b10)], 2, 900);
    expect(cells.map((c) => [c.seq, c.last, c.count])).toEqual([
      [63, 63, 1],
      [64, 103, 40],
      [104, 104, 1],
      [105, 105, 1],
    ]);
    const more = sharedPicture([first, run, chunk(104, 0b11), chunk(105, 0b11)], 2, 900);
    expect(more.cells.map((c) => c.count)).toEqual([1, 41, 1]);
  });
  it('get a line from each owner that reads them, and no other', () => {
    const { owners, cells } = sharedPicture(appended, 2, 900);
    expect(owners.map((o) => o.drops.map((d) => d.cell))).toEqual([
      [0, 1],
      [0, 2],
    ]);
    // Two lines to the same chunk do not lie on one another.
    const [a, b] = owners.map((o) => o.drops[0]?.x ?? 0);
    expect(a).not.toBe(b);
    const first = cells[0];
    for (const x of [a, b]) expect(x).toBeLessThan((first?.x ?? 0) + (first?.width ?? 0));
  });
  it.each([240, 390, 1400])('fit into %i px, however many differ', (width) => {
    const many = Array.from({ length: 300 }, (_, seq) => chunk(seq, seq % 2 ? 1 : 3));
    const { cells } = sharedPicture(many, 2, width);
    const last = cells.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width + 0.01);
    expect(cells.reduce((n, c) => n + c.count, 0)).toBe(300);
  });
});
