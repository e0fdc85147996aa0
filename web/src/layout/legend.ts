// A legend drawn in its picture, so that it is in the file that is saved: marks with names after them, in rows.

/** A name of the legend, and where its mark is drawn, in px. */
export interface Entry {
  key: string;
  name: string;
  x: number;
  y: number;
}

/** Px of a letter, of the mark before a name, between two entries, and of a row. */
const [LETTER, MARK, GAP, ROW] = [6.6, 28, 12, 20];

/** Places the entries of a legend, from the top left; `height` is that of all rows. */
export function legend(
  names: readonly { key: string; name: string }[],
  left: number,
  width: number,
): { entries: Entry[]; height: number } {
  const entries: Entry[] = [];
  let [x, y] = [left, ROW / 2];
  for (const { key, name } of names) {
    const wide = MARK + name.length * LETTER;
    if (x > left && x + wide > width) [x, y] = [left, y + ROW];
    entries.push({ key, name, x, y });
    x += wide + GAP;
  }
  return { entries, height: y + ROW / 2 };
}
