// Separates lines that lie on each other. Those that say the same everywhere are drawn as one, with all their names;
// where others meet, they run side by side.
//
//   a ----+         a ----+
//   b ====+===  ->  b ----+---   `apart` px between them, in one order
//   c ====+===      c and d -----  one line with two names

/** What has a value at each size, as it is said. */
export interface Said {
  name: string;
  points: readonly { size: number; said: string }[];
}

/** Whether two series say the same everywhere. */
const alike = (a: Said, b: Said) =>
  a.points.length === b.points.length &&
  a.points.every(({ size, said }, i) => size === b.points[i]?.size && said === b.points[i].said);

/** Groups series that have the same value at every size, in the order of each group's first. */
export function joined<S extends Said>(series: readonly S[]): [S, ...S[]][] {
  const groups: [S, ...S[]][] = [];
  for (const one of series) {
    const own = groups.find(([first]) => alike(first, one));
    if (own) own.push(one);
    else groups.push([one]);
  }
  return groups;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The common name of series that are drawn as one line. */
export const nameOf = (names: readonly string[]) =>
  names.length > 1 ? `${list.format(names)}: the same` : (names[0] ?? '');

interface Placed {
  x: number;
  y: number;
}

/** Moves points of different lines that lie on each other `gap` px apart. */
export function separateLines<P extends Placed>(
  lines: readonly (readonly P[])[],
  gap: number,
): P[][] {
  const moved = lines.map((points) => points.map((point) => ({ ...point })));
  const columns = new Map<number, { point: P; line: number }[]>();
  for (const [line, points] of moved.entries())
    for (const point of points) {
      const x = Math.round(point.x);
      columns.set(x, [...(columns.get(x) ?? []), { point, line }]);
    }
  for (const column of columns.values()) {
    const sorted = column.toSorted((a, b) => a.point.y - b.point.y || a.line - b.line);
    for (let from = 0; from < sorted.length;) {
      let to = from + 1;
      while (to < sorted.length && sorted[to]!.point.y - sorted[to - 1]!.point.y < gap) to++;
      const together = sorted.slice(from, to);
      const middle = together.reduce((sum, { point }) => sum + point.y, 0) / together.length;
      // In the lines' own order, so that they do not cross where they are one.
      for (const [i, { point }] of together.toSorted((a, b) => a.line - b.line).entries())
        if (together.length > 1) point.y = middle + (i - (together.length - 1) / 2) * gap;
      from = to;
    }
  }
  return moved;
}
