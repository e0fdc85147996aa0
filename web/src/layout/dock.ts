// How maps of pages share the room below the row: which stand side by side, and how wide each is.
import { tallestPage } from './page-map';

/** A map: how many pages it has, and how many characters its heading. */
export interface Dockable {
  pages: number;
  heading: number;
}

/** A table's maps side by side with those of other tables. Widths are in units of which a line has `UNITS`. */
export interface Docked {
  /** For each group: its width, and how many lines of maps it has. */
  groups: { span: number; lines: number; members: number[] }[];
  /** For each line of groups: its share of the height. */
  lines: number[];
}

export const UNITS = 24;
/** px between maps, above a group, and of a line of text above or below a map. */
const GAP = 16;
const HEAD = 26;
const TEXT = 19;
/** px that a map is wide at least, and how tall it should be. */
const NARROWEST = 132;
const LOWEST = 28;
/** px of a character of a heading. */
const LETTER = 7.6;

/** All ways to cut `n` things into lines, each as the lengths of its lines. */
function cuts(n: number): number[][] {
  if (n === 0) return [[]];
  if (n > 6) return [2, 3, 4, n].map((most) => evenLines(n, most));
  return Array.from({ length: n }, (_, i) => i + 1).flatMap((first) =>
    cuts(n - first).map((rest) => [first, ...rest]),
  );
}

/** Distributes maps over lines of at most `most`. */
const evenLines = (n: number, most: number) =>
  Array.from({ length: Math.ceil(n / most) }, (_, i) => Math.min(most, n - i * most));

/** How wide a map wants to be beside another: more pages need more room, though not in proportion. */
const weight = ({ pages }: Dockable) => 1 + Math.log2(Math.max(1, pages)) / 3;
/** The sum of some numbers. */
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

/** Divides the units of a line in proportion to weights, none less than `least`; null if there are too few units. */
function shares(weights: number[], least: number): number[] | null {
  if (least * weights.length > UNITS) return null;
  const all = sum(weights);
  const spans = weights.map((w) => Math.max(least, Math.floor((w / all) * UNITS)));
  while (sum(spans) > UNITS) spans[spans.indexOf(Math.max(...spans))]! -= 1;
  spans[spans.indexOf(Math.max(...spans))]! += UNITS - sum(spans);
  return spans;
}

const pieces = <T>(list: readonly T[], lengths: number[]): T[][] => {
  let at = 0;
  return lengths.map((length) => list.slice(at, (at += length)));
};

/** How good it is to draw a map in this much room: how tall its pages are, and whether it fits at all. */
function quality(map: Dockable, width: number, height: number): number {
  const text = Math.ceil((map.heading * LETTER) / width) + 1;
  const tall = height - text * TEXT;
  if (tall < LOWEST) return (tall - LOWEST) / 4;
  return Math.log(tallestPage(map.pages, width, tall));
}

const NOWHERE = { worth: -Infinity, lines: 1, members: [] as number[] };

/** The best way to place the maps of one group in a room of this size. */
function bestLines(group: readonly Dockable[], width: number, height: number) {
  const least = Math.ceil((Math.min(NARROWEST, width) / width) * UNITS);
  return cuts(group.length).reduce((best, lengths) => {
    const tall = (height - HEAD - GAP * (lengths.length - 1)) / lengths.length;
    let all = 0;
    const members: number[] = [];
    for (const line of pieces(group, lengths)) {
      const spans = shares(line.map(weight), least);
      if (!spans) return best;
      members.push(...spans);
      all += sum(line.map((m, i) => quality(m, (spans[i]! / UNITS) * width - GAP, tall)));
    }
    return all > best.worth ? { worth: all, lines: lengths.length, members } : best;
  }, NOWHERE);
}

/** Arranges groups of maps in a rectangle of this size in px, with pages as large as possible. */
export function dock(
  groups: readonly (readonly Dockable[])[],
  width: number,
  height: number,
): Docked {
  const least = Math.ceil((Math.min(NARROWEST, width) / width) * UNITS);
  let best: (Docked & { worth: number }) | null = null;
  for (const lengths of cuts(groups.length)) {
    const lines = pieces(groups, lengths);
    const spans = lines.map((line) =>
      shares(
        line.map((group) => sum(group.map(weight))),
        least,
      ),
    );
    if (spans.includes(null)) continue;
    const tall = (height - GAP * (lines.length - 1)) / lines.length;
    const placed = lines.flatMap((line, l) =>
      line.map((group, i) => {
        const span = spans[l]?.[i] ?? UNITS;
        return { span, ...bestLines(group, (span / UNITS) * width - GAP, tall) };
      }),
    );
    const all = sum(placed.map((p) => p.worth));
    if (best && all <= best.worth) continue;
    const tallOf = pieces(placed, lengths).map((line) => Math.max(...line.map((p) => p.lines)));
    best = { worth: all, groups: placed, lines: tallOf };
  }
  // Where nothing fits, one below the other.
  return (
    best ?? {
      groups: groups.map((g) => ({
        span: UNITS,
        lines: g.length,
        members: g.map(() => UNITS),
      })),
      lines: groups.map((g) => g.length),
    }
  );
}
