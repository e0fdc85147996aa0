// One page on a poster, to scale: header, line pointers, items, and what is free.
import { limits } from '../../engine/limits';
import type { Item, PageAnswer } from '../../engine/protocol';
import { count, plural } from '../../layout/format';
import { pageHeight, pageRects, widest } from '../../layout/page';
import { lifeInWords, itemName } from '../../model/item-names';
import { fitted } from '../../layout/fitted-text';
import type { Pen } from './svg-pen';

const ROW = 20;
const HEAD = 24;
/** Bytes of a page's header: `SizeOfPageHeaderData`. */
const PAGE_HEADER = 24;

/** The tint of an item by the file that it lies in. */
const HUES: Record<string, string> = { heap: 'heap', toast: 'toast' };

/** Draws a page, and returns its height in px. */
export function drawPage(
  pen: Pen,
  { view }: PageAnswer,
  item: number,
  role: string,
  width: number,
): number {
  /** The rectangles of a run of bytes, line by line. */
  const rects = (at: number, length: number) => pageRects({ at, length }, width, ROW);
  const hue = HUES[role] ?? 'index';
  pen.text(0, 14, `Page ${count(view.block)} of ${view.name}`, 'ink', { size: 14, weight: 600 });
  pen.within(0, HEAD, 1, () => {
    pen.boxes(rects(0, limits.blockSize), 'sunk');
    pen.boxes(rects(0, PAGE_HEADER), 'header');
    pen.boxes(rects(PAGE_HEADER, Math.max(0, view.lower - PAGE_HEADER)), 'header', 0.55);
    pen.boxes(rects(view.special, limits.blockSize - view.special), 'header');
    const items = view.items.filter((one) => one.length > 0 && one.state !== 'redirect');
    /** Whether an item is dead. */
    const isGone = (one: Item) => lifeInWords(one) !== 'live' && lifeInWords(one) !== 'inserting';
    /** The rectangles of some items. */
    const boxesOf = (some: Item[]) => some.flatMap((one) => rects(one.at, one.length));
    const there = items.filter((one) => !isGone(one));
    pen.boxes(boxesOf(there), `${hue}-2`, 1, 'raised');
    pen.boxes(boxesOf(items.filter(isGone)), 'dead', 0.6, 'raised');
    pen.frames(boxesOf(items.filter(({ offset }) => offset === item)), 'ink', 2);
    const labels = items.flatMap((one) => {
      const label = widest(rects(one.at, one.length));
      if (!label || label.width <= 40) return [];
      const text = fitted(`${one.offset} · ${itemName(one)}`, label.width - 8, 6.8);
      return [{ x: label.x + 5, y: label.y + 14, text }];
    });
    pen.texts(labels, 'ink', { size: 11, mono: true });
    const free = Math.max(0, view.upper - view.lower);
    const gap = free > 400 ? widest(rects(view.lower, free)) : undefined;
    if (gap) {
      const words = { size: 11, anchor: 'middle' } as const;
      const says = `${plural(free, 'byte')} free`;
      pen.text(gap.x + gap.width / 2, gap.y + 14, says, 'ink-soft', words);
    }
  });
  return HEAD + pageHeight(ROW);
}
