// Lays out an index as a tree: its pages by level, with the way down highlighted.
import { summaryOf } from '../model/page-words';
import type { FileState } from '../model/world';

/** A page of an index as a box in the tree, in px; its block is counted from 0. */
export interface TreeNode {
  block: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** On the way down. */
  highlighted: boolean;
}

/** Where the pages of an index are drawn, level by level, in px. */
export interface Tree {
  width: number;
  height: number;
  levels: {
    level: number;
    y: number;
    pages: number;
    /** The first that is drawn, counted from 0. */
    from: number;
    nodes: TreeNode[];
    /** The baseline of its name: beside its pages where they leave room, else below them. */
    name: number;
  }[];
  /** From highlighted page to highlighted page. */
  links: { x1: number; y1: number; x2: number; y2: number }[];
}

const ROW = 46;
const NODE = 22;
/** The room of a level's name, px. */
const NAME = 136;
/** Pages of a level that are drawn; of more, some around the highlighted one. */
const MOST = 48;

/** The levels of an index, root first, without the metapage. */
export function indexTree(file: FileState, path: readonly number[], width: number): Tree {
  const byLevel = new Map<number, number[]>();
  const { pages } = file;
  for (let block = 1; block < file.blocks; block++) {
    const { level, liveItems, deadItems } = summaryOf(pages, block);
    const used = liveItems + deadItems > 0;
    if (!used && !path.includes(block)) continue;
    const row = byLevel.get(level);
    if (row) row.push(block);
    else byLevel.set(level, [block]);
  }
  const order = [...byLevel.keys()].sort((a, b) => b - a);
  const levels = order.map((level, i) => {
    const all = byLevel.get(level) ?? [];
    const highlighted = Math.max(
      0,
      all.findIndex((b) => path.includes(b)),
    );
    const from = Math.max(0, Math.min(all.length - MOST, highlighted - MOST / 2));
    const shown = all.slice(from, from + MOST);
    const gap = shown.length > 24 ? 2 : 6;
    const each = Math.min(96, (width - gap * (shown.length - 1)) / Math.max(1, shown.length));
    const row = each * shown.length + gap * (shown.length - 1);
    const start = (width - row) / 2;
    const y = i * ROW + 4;
    const nodes = shown.map((block, k) => ({
      block,
      x: start + k * (each + gap),
      y,
      width: each,
      height: NODE,
      highlighted: path.includes(block),
    }));
    const beside = start >= NAME && shown.length === all.length;
    const name = beside ? y + 15 : y + NODE + 14;
    return { level, y, pages: all.length, from, nodes, name };
  });
  const links = [];
  for (let i = 0; i + 1 < levels.length; i++) {
    const above = levels[i]?.nodes.find((n) => n.highlighted);
    const below = levels[i + 1]?.nodes.find((n) => n.highlighted);
    if (above && below) {
      links.push({
        x1: above.x + above.width / 2,
        y1: above.y + NODE,
        x2: below.x + below.width / 2,
        y2: below.y,
      });
    }
  }
  const bottom = levels.reduce((most, { y, name }) => Math.max(most, y + NODE, name), NODE);
  return { width, height: bottom + 4, levels, links };
}

/** px that an entry of a leaf takes at least, and at most. */
const SLOT = [5, 40] as const;

/** The entries of a leaf page side by side; if there is no room for all, those around the entry at index `around`. */
export function leafSlots(
  entries: number,
  around: number,
  width: number,
): { offset: number; x: number; width: number }[] {
  const fit = Math.max(1, Math.floor(width / SLOT[0]));
  const n = Math.min(entries, fit);
  const from = Math.max(0, Math.min(entries - n, around - 1 - Math.floor(n / 2)));
  const pitch = Math.min(SLOT[1], width / n);
  return Array.from({ length: n }, (_, i) => ({
    offset: from + i + 1,
    x: i * pitch,
    width: Math.max(1, pitch - 1),
  }));
}
