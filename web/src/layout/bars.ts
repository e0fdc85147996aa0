// Lays out bars in groups, from 0, with their ticks and the names below them.
import { scaleBand, scaleLinear } from 'd3-scale';
import { spaced, type Frame, type Tick } from './axis';

/** One bar: its place in px, and the value that it stands for. */
export interface Bar {
  /** Its series, and its group's place. */
  key: string;
  group: number;
  x: number;
  y: number;
  width: number;
  height: number;
  value: number;
}

/** A name under a group, in lines that do not touch the next group's. */
export interface Name {
  at: number;
  lines: string[];
}

/** Px that a letter of a name takes, about. */
const LETTER = 6;

/** The lines of a name broken between words where it is wider than `room` px. */
function broken(name: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * LETTER <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Lays out bars by group and series. If a name is wider than its group, names are to be slanted. A missing
 * value keeps its place, so that colours stay in order.
 */
export function bars(
  groups: readonly string[],
  series: readonly { key: string; values: readonly (number | undefined)[] }[],
  frame: Frame,
  said: (n: number) => string,
): { bars: Bar[]; names: Name[]; slanted: boolean; y: Tick[] } {
  const across = scaleBand<number>()
    .domain(groups.map((_, i) => i))
    .range([frame.left, frame.width - frame.right])
    .paddingInner(0.22)
    .paddingOuter(0.1);
  const within = scaleBand<string>()
    .domain(series.map(({ key }) => key))
    .range([0, across.bandwidth()])
    .paddingInner(0.08);
  const high = Math.max(0, ...series.flatMap(({ values }) => values.map((v) => v ?? 0)));
  const up = scaleLinear([0, high > 0 ? high * 1.06 : 1], [frame.height - frame.bottom, frame.top]);
  const room = across.step();
  return {
    slanted: groups.some((name) => name.split(' ').some((word) => word.length * LETTER > room)),
    bars: series.flatMap(({ key, values }) =>
      values.flatMap((value, group) => {
        if (value === undefined) return [];
        const y = up(value);
        const x = (across(group) ?? 0) + (within(key) ?? 0);
        return [{ key, group, x, y, width: within.bandwidth(), height: up(0) - y, value }];
      }),
    ),
    names: groups.map((name, i) => ({
      at: (across(i) ?? 0) + across.bandwidth() / 2,
      lines: broken(name, room),
    })),
    y: spaced(
      up.ticks(5).map((n) => ({ at: up(n), text: said(n) })),
      20,
    ),
  };
}
