// Lays out a custom pointer as a bar: its parts to scale, with those that are too small to be seen
// made wide enough, and the fields of a document above their parts.
import type { PointerPart, ValueLink } from '../engine/protocol';
import { below, isValue } from '../model/pointer-parts';
import type { Rect } from './page-map';

/** A part without parts, and which field it belongs to. */
export interface Leaf {
  part: PointerPart;
  /** The keys that lead to it; empty for what belongs to the pointer itself. */
  path: string[];
  link: ValueLink | undefined;
}

/** A part as it is drawn. */
export interface PartBar extends Rect, Leaf {}

/** What lies above the parts of one value. */
export interface Group extends Rect {
  path: string[];
  link: ValueLink | undefined;
}

/** The parts without children, in order: they cover every byte of the pointer once. */
export function leaves(parts: PointerPart[], path: string[] = [], link?: ValueLink): Leaf[] {
  return parts.flatMap((part) => {
    const here = below(path, part);
    const to = part.link ?? link;
    return part.children.length > 0
      ? leaves(part.children, here, to)
      : [{ part, path: here, link: to }];
  });
}

/** Whether a path equals the wanted one, leads to it, or lies below it. */
export const onPath = (path: string[], wanted: readonly string[]) =>
  path.length > 0 && path.every((key, i) => i >= wanted.length || wanted[i] === key);

/** Whether a part belongs to the field that was looked up; a part for the whole value always does. */
export const isMeant = ({ path, link }: Pick<Leaf, 'path' | 'link'>, wanted: readonly string[]) =>
  path.length === 0 ? link !== undefined : onPath(path, wanted);

/** The widths of parts: in proportion to their bytes, but each at least `least`, which the wider parts give up. */
export function widths(bytes: number[], width: number, least: number[]): number[] {
  const wanted = least.reduce((sum, n) => sum + n, 0);
  const low = wanted > width ? least.map((n) => (n / wanted) * width) : least;
  let fixed = new Set<number>();
  for (;;) {
    const taken = [...fixed].reduce((sum, i) => sum + (low[i] ?? 0), 0);
    const room = width - taken;
    const all = bytes.reduce((sum, n, i) => sum + (fixed.has(i) ? 0 : n), 0) || 1;
    /** A number of bytes in pixels. */
    const scaled = (n: number) => (n / all) * room;
    const small = bytes.flatMap((n, i) => (!fixed.has(i) && scaled(n) < (low[i] ?? 0) ? [i] : []));
    if (small.length === 0) return bytes.map((n, i) => (fixed.has(i) ? (low[i] ?? 0) : scaled(n)));
    fixed = new Set([...fixed, ...small]);
  }
}

/** Where the parts of a toaster's pointer are drawn, in px, and the fields above them. */
export interface PartsPicture {
  width: number;
  height: number;
  groups: Group[];
  bars: PartBar[];
}

const GROUP = 20;
const BAR = 40;
/** px that a part is wide at least, as far as there is room; and a character of its name. */
const LEAST = 10;
const CHARACTER = 7.4;
/** A part narrower than this is drawn together with its neighbours, if they are of a kind. */
const NARROW = 40;

/** Whether two parts are of one field. */
const sameField = (a: Leaf, b: Leaf) =>
  a.link === b.link && a.path.join('\0') === b.path.join('\0');

/** What belongs together where there is no room for each: a pointer's head, a field's numbers. */
const groupOf = (leaf: Leaf) => {
  const { role } = leaf.part;
  if (role === 'number' || role === 'pointer' || role === 'padding')
    return leaf.link ? 'pointer' : 'head';
  return role === 'tag' || role === 'sizes' || role === 'toaster' ? 'head' : '';
};

/** Joins neighbouring parts of one kind if some parts would be too narrow to be read. */
function joined(all: Leaf[], width: number): Leaf[] {
  const total = all.reduce((sum, l) => sum + l.part.length, 0) || 1;
  const runs: Leaf[][] = [];
  for (const leaf of all) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (
      run &&
      last &&
      groupOf(leaf) !== '' &&
      groupOf(leaf) === groupOf(last) &&
      sameField(leaf, last)
    )
      run.push(leaf);
    else runs.push([leaf]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const narrow = run.some((l) => (l.part.length / total) * width < NARROW);
    if (!first || run.length === 1 || !narrow) return run;
    const length = run.reduce((sum, l) => sum + l.part.length, 0);
    const pads = run.every((l) => l.part.role === 'padding');
    const role = pads ? 'padding' : groupOf(first) === 'head' ? 'tag' : 'pointer';
    const name = role === 'tag' ? 'head' : '';
    return [{ ...first, part: { ...first.part, role, name, length, text: '' } }];
  });
}

/** The parts of a pointer side by side, each field's name above its parts. */
export function partsPicture(parts: PointerPart[], width: number): PartsPicture {
  const every = leaves(parts).filter((l) => l.part.length > 0 || isValue(l.part));
  const all = joined(every, width);
  const least = all.map((leaf, i) => {
    const name = leaf.path.at(-1);
    const starts = name !== undefined && !(all[i - 1] && sameField(all[i - 1] ?? leaf, leaf));
    return Math.max(LEAST, starts ? Math.min(90, name.length * CHARACTER + 6) : 0);
  });
  const wide = widths(
    all.map((l) => l.part.length),
    width,
    least,
  );
  let x = 0;
  const bars = all.map((leaf, i) => {
    const bar = { ...leaf, x, y: GROUP, width: wide[i] ?? 0, height: BAR };
    x += bar.width;
    return bar;
  });
  const groups: Group[] = [];
  for (const [i, bar] of bars.entries()) {
    if (bar.path.length === 0 && !bar.link) continue;
    const before = bars[i - 1];
    const last = groups.at(-1);
    if (last && before && sameField(before, bar)) last.width = bar.x + bar.width - last.x;
    else groups.push({ x: bar.x, y: 0, width: bar.width, height: GROUP - 4, ...fieldOf(bar) });
  }
  return { width, height: GROUP + BAR, groups, bars };
}

/** The field that a part is of. */
const fieldOf = ({ path, link }: Leaf) => ({ path, link });
