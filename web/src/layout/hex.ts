// Lays out bytes in rows: which rows are in view, where a byte stands, and which byte is under the pointer.

/** Bytes as they are laid out: all lengths in px. */
export interface HexGrid {
  /** Bytes in all. */
  count: number;
  /** Bytes in a row. */
  columns: number;
  rows: number;
  /** The width of a byte in px: two digits and a space. */
  cell: number;
  rowHeight: number;
  /** Where the first byte of a row starts. */
  left: number;
  /** Where the first character of a row starts; 0 when characters are not shown. */
  text: number;
  /** The width of a character in px. */
  char: number;
}

/** Lays out `count` bytes: 16 in a row if they fit the width, else 8, else 4. */
export function hexGrid(count: number, width: number, char: number, rowHeight: number): HexGrid {
  const digits = Math.max(4, (count - 1).toString(16).length);
  const left = (digits + 2) * char;
  const cell = 3 * char;
  const columns = [32, 16, 8, 4].find((n) => left + n * cell <= width && n <= 16) ?? 4;
  const withText = left + columns * cell + (columns + 2) * char <= width;
  return {
    count,
    columns,
    rows: Math.ceil(count / columns),
    cell,
    rowHeight,
    left,
    text: withText ? left + columns * cell + char : 0,
    char,
  };
}

/** The rows of bytes that are visible, and a few more above and below: the first, and the one after the last. */
export function rowsInView(grid: { rows: number; rowHeight: number }, top: number, height: number) {
  const spare = 6;
  const first = Math.max(0, Math.floor(top / grid.rowHeight) - spare);
  const end = Math.min(grid.rows, Math.ceil((top + height) / grid.rowHeight) + spare);
  return { first: Math.min(first, grid.rows), end: Math.max(end, 0) };
}

/** The byte at a point of the grid in px, counted from 0; null if there is none. */
export function byteAt(grid: HexGrid, x: number, y: number): number | null {
  const row = Math.floor(y / grid.rowHeight);
  if (row < 0 || row >= grid.rows) return null;
  const inText = grid.text > 0 && x >= grid.text;
  const column = inText
    ? Math.floor((x - grid.text) / grid.char)
    : Math.floor((x - grid.left + grid.char / 2) / grid.cell);
  if (column < 0 || column >= grid.columns) return null;
  const at = row * grid.columns + column;
  return at < grid.count ? at : null;
}

/** A rectangle on the grid of bytes, in px. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes around a range of bytes: one for each visible row that it touches. */
export function boxes(
  grid: HexGrid,
  at: number,
  length: number,
  first = 0,
  end = grid.rows,
): Box[] {
  const found: Box[] = [];
  const last = Math.min(at + length, grid.count);
  const from = Math.max(Math.floor(at / grid.columns), first);
  const to = Math.min(Math.ceil(last / grid.columns), end);
  for (let row = from; row < to; row++) {
    const a = Math.max(at, row * grid.columns) - row * grid.columns;
    const b = Math.min(last, (row + 1) * grid.columns) - row * grid.columns;
    if (b <= a) continue;
    found.push({
      x: grid.left + a * grid.cell - grid.char / 2,
      y: row * grid.rowHeight,
      width: (b - a) * grid.cell,
      height: grid.rowHeight,
    });
  }
  return found;
}

/** A byte as a printable ASCII character; `·` for any other. */
export const character = (byte: number) =>
  byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
