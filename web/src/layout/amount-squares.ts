// Lays out compared amounts as squares of one size: a square for each page (or so many bytes), in blocks
// of a hundred.

import { limits } from '../engine/limits';

/** An amount as the number of things in each of its parts. */
export type Parts = readonly number[];

/** The corner at which a square begins, left and above, in px. */
export interface Square {
  x: number;
  y: number;
}

/** How the squares of some amounts are laid out. */
export interface Squares {
  /** What a square stands for. */
  each: number;
  /** px from square to square, and between blocks of ten by ten. */
  pitch: number;
  gap: number;
  /** Blocks that stand side by side. */
  across: number;
  /** For each amount: how many squares it has, where each of its parts ends, and its height in px. */
  bars: { squares: number; ends: number[]; height: number }[];
}

/** px from square to square, those that are tried first to last. */
const PITCHES = [14, 12, 10, 8, 7, 6, 5, 4, 3, 2] as const;
const SIDE = 10;
const BLOCK = SIDE * SIDE;

/** What a square may stand for. Bytes go by the page at last. */
const STEPS = {
  bytes: [1, 8, 64, 512, limits.blockSize, 8 * limits.blockSize, 64 * limits.blockSize],
  other: [1, 10, 100, 1_000, 10_000, 100_000],
} as const;

/** The sum of an amount's parts. */
const sum = (parts: Parts) => parts.reduce((a, b) => a + b, 0);

/**
 * Arranges amounts in blocks of ten by ten squares, `pitch` px apart: the gap, how many blocks are side by
 * side, and the height of each amount.
 */
function blocks(amounts: readonly number[], width: number, pitch: number) {
  const gap = Math.max(1, Math.round(pitch / 3));
  const block = SIDE * pitch + gap;
  const across = Math.max(1, Math.floor((width + gap) / block));
  const heights = amounts.map((squares) => {
    const down = Math.ceil(squares / (BLOCK * across));
    const last = squares - (down - 1) * BLOCK * across;
    // The last line of blocks may be lower than a block.
    const rows = last >= BLOCK ? SIDE : Math.ceil(last / SIDE);
    return down === 0 ? 0 : (down - 1) * block + rows * pitch;
  });
  return { gap, across, heights };
}

/**
 * Lays amounts out, as large as they get.
 * @param height px for all of them, or for each
 */
export function squares(
  amounts: readonly Parts[],
  unit: string,
  width: number,
  height: number | readonly number[],
): Squares {
  /** Whether blocks of these heights have room. */
  const fits = (heights: number[]) =>
    typeof height === 'number'
      ? heights.reduce((a, b) => a + b, 0) <= height
      : heights.every((h, i) => h <= (height[i] ?? 0));
  const steps = unit.startsWith('bytes') ? STEPS.bytes : STEPS.other;
  /** How many squares each amount needs at this size. */
  const squaresPerAmount = (each: number) => amounts.map((parts) => Math.ceil(sum(parts) / each));
  let found: Squares | null = null;
  for (const each of steps) {
    const counts = squaresPerAmount(each);
    for (const pitch of PITCHES) {
      if (SIDE * pitch > width) continue;
      const { gap, across, heights } = blocks(counts, width, pitch);
      found = {
        each,
        pitch,
        gap,
        across,
        bars: amounts.map((parts, i) => ({
          squares: counts[i] ?? 0,
          ends: parts.map((_, k) => Math.ceil(sum(parts.slice(0, k + 1)) / each)),
          height: heights[i] ?? 0,
        })),
      };
      if (fits(heights)) return found;
    }
  }
  return found ?? { each: 1, pitch: 2, gap: 1, across: 1, bars: [] };
}

/** The position of a square within its amount. */
export function squareAt({ pitch, gap, across }: Squares, i: number): Square {
  const block = Math.floor(i / BLOCK);
  const within = i % BLOCK;
  const step = SIDE * pitch + gap;
  return {
    x: (block % across) * step + (within % SIDE) * pitch,
    y: Math.floor(block / across) * step + Math.floor(within / SIDE) * pitch,
  };
}

/** The row counts through which an amount grows on screen: one row, ten, a hundred, and so on, up to `rows`. */
export function growth(rows: number): number[] {
  const steps = [];
  for (let n = 1; n < rows; n *= 10) steps.push(n);
  return [...steps, rows];
}
