import { describe, expect, it } from 'vitest';
import { percent, size } from './format';
import { itemAt, summaryOf, totals } from '../model/page-words';
import { cellOf, itemBoxes, pageAt, pageMap, roomFor, tallestAlike, pageTowards } from './page-map';
import { byteRuns, pageRects } from './page';
import { ribbon } from './ribbon';
import { rowPicture } from './row';
import { segments, segmentAt } from './timeline-ticks';
import { leafSlots } from './index-tree';
import { pageMap as mapOf } from './page-map';
import { bounded, WHOLE_MAP, zoomed } from './map-view';

describe('numbers', () => {
  it('are written as pg_size_pretty writes them', () => {
    expect([1, 8192, 57344, 12_550_144].map(size)).toEqual([
      '1 byte',
      '8,192 bytes',
      '56 kB',
      '12 MB',
    ]);
  });
  it('keep a digit where it says something', () => {
    expect([percent(0.01145), percent(0.5), percent(0)]).toEqual(['1.1 %', '50 %', '0 %']);
  });
});

describe('a map of pages', () => {
  it.each([1, 7, 1500, 30_000, 500_000])('finds each of %i pages where it put it', (pages) => {
    const map = pageMap(pages, 640);
    for (const block of [0, Math.floor(pages / 2), pages - 1]) {
      const first = block - (block % map.perCell);
      const cell = cellOf(map, first);
      expect(pageAt(map, cell.x + 1, cell.y + 1)).toBe(first);
      expect(cell.x + cell.width).toBeLessThanOrEqual(640);
    }
  });
  it('has larger pages where there is room, and none that would be cut', () => {
    const tall = (largest?: number) => pageMap(1, 640, 300, largest).cell.height;
    expect(tall()).toBeGreaterThan(tall(130));
    expect([130, 100, 60, 40].map(tall).every((h, i) => h <= [130, 100, 60, 40][i]!)).toBe(true);
    expect(tall(130)).toBeGreaterThan(tall(100));
  });

  it('has pages of one size in maps side by side, where there is room', () => {
    const tall = (pages: number, width: number) => {
      const maps = [1, 2, 700].map((n) => ({ pages: n, width, height: 300 }));
      return pageMap(pages, width, 300, tallestAlike(maps)).cell.height;
    };
    for (const width of [150, 200, 300, 420]) expect(tall(1, width)).toBe(tall(2, width));
    expect(tall(1, 420)).toBeGreaterThan(tall(1, 150));
  });

  it.each([1, 64, 3_334, 500_000])('shows all of %i pages in the room it has', (pages) => {
    for (const [width, height] of [
      [1000, 600],
      [300, 120],
      [120, 28],
    ] as const) {
      const map = pageMap(pages, width, height);
      expect(map.height).toBeLessThanOrEqual(height);
      const last = cellOf(map, pages - 1 - ((pages - 1) % map.perCell));
      expect(last.x + last.width).toBeLessThanOrEqual(width);
    }
  });

  it('keeps room for the pages to come, so that the first are not drawn anew with each', () => {
    const cells = (n: number) => pageMap(n, 600, 200, Infinity, roomFor(n, 3_334)).cell.height;
    expect(cells(13)).toBe(cells(48));
    expect(cells(49)).toBeLessThan(cells(48));
  });

  it('knows when there is nothing at a point', () => {
    const map = pageMap(3, 640);
    expect(pageAt(map, 600, 10)).toBeNull();
    expect(pageAt(map, 10, 5000)).toBeNull();
  });
  it('is walked by arrow keys', () => {
    const map = pageMap(1500, 640);
    expect(pageTowards(map, 5, 'ArrowRight')).toBe(6);
    expect(pageTowards(map, 5, 'ArrowDown')).toBe(5 + map.columns);
    expect(pageTowards(map, 5, 'ArrowUp')).toBe(5);
    expect(pageTowards(map, 5, 'End')).toBe(1499);
    expect(pageTowards(map, 5, 'x')).toBeNull();
  });
  it('reads summaries and outlines', () => {
    const numbers = Uint16Array.of(8000, 0, 40, 152, 4, 0, 0, 1, 100, 50, 42, 8000, 1, 2, 0, 0);
    expect(summaryOf(numbers, 0)).toMatchObject({ live: 8000, liveItems: 4, allVisible: true });
    expect(totals(numbers)).toMatchObject({ live: 8100, dead: 50, deadItems: 2 });
    const items = Uint16Array.of(8000, 192, 1, 7808, 192, 2);
    expect([0, 1, 2].map((i) => itemAt(items, i))).toEqual([
      { at: 8000, length: 192, state: 'dead' },
      { at: 7808, length: 192, state: 'aborted' },
      null,
    ]);
  });
});

describe('a page', () => {
  it('wraps a tuple over its rows without losing a byte', () => {
    const rects = pageRects({ at: 1000, length: 2000 }, 1024, 10);
    expect(rects.map((r) => r.width)).toEqual([24, 1024, 952]);
    expect(rects.map((r) => r.y)).toEqual([0, 12, 24]);
  });
  it('cuts a tuple into header, columns and padding', () => {
    const runs = byteRuns(8144, 46, 24, [
      { at: 8168, length: 4, form: 'fixed' },
      { at: 8172, length: 18, form: 'pointer' },
    ]);
    expect(runs.map((r) => [r.role, r.length])).toEqual([
      ['header', 24],
      ['column', 4],
      ['pointer', 18],
    ]);
  });
});

describe('a row', () => {
  const shape = (chunks: number) => ({
    at: 8144,
    length: 42,
    target: 2032,
    tuple: { hoff: 24, columns: [{ at: 8168, length: 18, form: 'pointer', parts: [] }] },
    values: [
      {
        column: 0,
        chunks: Array.from({ length: chunks }, (_, seq) => ({ seq, size: 1996, run: 1 })),
      },
    ],
  });
  it('is to scale beside the ruler, and fills the width below it', () => {
    const picture = rowPicture(shape(6), 600);
    expect(picture.bar.width / picture.ruler.marks[0]!.x).toBeCloseTo(42 / 2032);
    expect(picture.segments.reduce((sum, s) => sum + s.width, 0)).toBeCloseTo(600);
  });
  it('shows six chunks of a value, and stands in for most of a thousand', () => {
    expect(rowPicture(shape(6), 600).strips[0]?.chunks).toHaveLength(6);
    const many = rowPicture(shape(1000), 600).strips[0]?.chunks ?? [];
    expect(many).toHaveLength(32);
    expect(many.at(-1)).toMatchObject({ index: 31, more: 969 });
    expect(many.reduce((sum, c) => sum + c.width, 0)).toBeCloseTo(600);
  });
});

describe('the log as a ribbon', () => {
  const record = (rmgr: number, bytes: number, imageBytes = 0) => ({
    rmgr,
    info: 0,
    bytes,
    imageBytes,
    images: imageBytes > 0 ? 1 : 0,
    records: 1,
  });
  it('is to scale, and page images are the end of their record', () => {
    const { boxes, total } = ribbon([record(10, 100), record(10, 300, 200)], 400, 400);
    expect(boxes.map((b) => [b.x, b.width])).toEqual([
      [0, 99],
      [100, 299],
    ]);
    expect(boxes[1]?.imageX).toBeCloseTo(100 + 299 / 3);
    expect(total).toEqual({ bytes: 400, images: 1, imageBytes: 200, records: 2 });
  });
  it('joins neighbours when there are very many, and loses none', () => {
    const many = Array.from({ length: 5000 }, (_, i) => record(i % 2 ? 10 : 11, 60));
    const { boxes, total } = ribbon(many, 300_000, 600);
    expect(boxes.length).toBeLessThan(600);
    expect(boxes.reduce((n, b) => n + b.records, 0)).toBe(5000);
    expect(total.records).toBe(5000);
    const last = boxes.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(601);
  });
});

describe('looking closer', () => {
  it('keeps the point under the pointer, and never leaves the map', () => {
    const map = mapOf(1500, 640);
    const view = zoomed(map, WHOLE_MAP, 4, 300, 100);
    expect((view.x + 300) / view.k).toBeCloseTo(300);
    expect((view.y + 100) / view.k).toBeCloseTo(100);
    expect(bounded(map, { k: 0.2, x: -50, y: 9e9 })).toEqual({ k: 1, x: 0, y: 0 });
  });
});

describe('the statements on the timeline', () => {
  it('share the width, and each can be hit', () => {
    const all = segments([3, 900, 40], 600);
    const last = all.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(600);
    expect(all.map((s) => segmentAt(all, s.x + s.width / 2))).toEqual([0, 1, 2]);
  });
});

describe('a leaf', () => {
  it('shows its entries in order, of many those around the new one', () => {
    expect(leafSlots(3, 2, 300).map((s) => [s.offset, s.x])).toEqual([
      [1, 0],
      [2, 40],
      [3, 80],
    ]);
    const slots = leafSlots(400, 390, 300);
    expect(slots.length).toBe(60);
    expect(slots.at(-1)?.offset).toBe(400);
    expect(leafSlots(400, 200, 300).some((s) => s.offset === 200)).toBe(true);
  });
});

describe('the items of a page', () => {
  const itemsAt = (...items: [at: number, length: number][]) =>
    Uint16Array.from(items.flatMap(([at, length]) => [at, length, 0]));
  it('are seen as several, however short', () => {
    const [first, second] = itemBoxes(itemsAt([8160, 28], [8128, 28]), 84);
    expect(first?.height).toBe(3);
    expect((second?.y ?? 0) + 3).toBeLessThanOrEqual(first?.y ?? 0);
  });
  it('are to scale where they are long enough, and take no room when they have no bytes', () => {
    expect(itemBoxes(itemsAt([4096, 4096], [0, 0]), 80)).toEqual([
      { y: 40, height: 40 },
      { y: 0, height: 0 },
    ]);
  });
});
