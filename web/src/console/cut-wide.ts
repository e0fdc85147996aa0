// Cuts output that is too wide to be read. In one of psql's tables each column is cut to so many characters in all
// of its lines, so that the columns beside it keep their places. Any other line is cut at its end.

/** Characters of a column from which on it is cut, and those that are left. A plan's lines are not that wide. */
const WIDE = 160;
const CELL = 60;
/** Characters that are left of a line that is no table's. */
const LINE = 240;

const RULE = /^-+(\+-+)*$/;
const FOOT = /^\(\d+ rows?\)$/;

/**
 * The columns that a rule of psql's (`---+---`) spans, each from one character to before another; one character
 * separates two columns.
 */
function columnsOf(rule: string): { from: number; to: number }[] {
  let at = 0;
  return rule.split('+').map((part) => {
    const column = { from: at, to: at + part.length };
    at = column.to + 1;
    return column;
  });
}

/** The line of the columns' names, which psql centres: a name that would be cut off moves to the left. */
const named = (line: string, columns: readonly { from: number; to: number }[]) =>
  columns
    .map(({ from, to }) => {
      const cell = line.slice(from, to);
      return to - from > WIDE ? ` ${cell.trim()}`.padEnd(to - from) : cell;
    })
    .join('|');

/**
 * A line of a table with its wide columns cut. A cut cell ends with an ellipsis if what was cut off was not
 * blank.
 */
function cutCells(line: string, columns: readonly { from: number; to: number }[]): string {
  return columns
    .map(({ from, to }, i) => {
      const cell = line.slice(from, i === columns.length - 1 ? undefined : to);
      if (to - from <= WIDE) return cell;
      const rest = cell.slice(CELL - 1);
      if (i === columns.length - 1 && cell.length < CELL) return cell;
      return cell.slice(0, CELL - 1) + (rest.trim() ? '…' : ' ');
    })
    .join('|');
}

/** The printed text with cells and lines that are too wide cut off. */
export function cutWide(text: string): string {
  const lines = text.split('\n');
  if (!lines.some((line) => line.length > WIDE)) return text;
  let columns: { from: number; to: number }[] = [];
  const cut = lines.map((line, i) => {
    const rule = lines[i + 1] ?? '';
    if (RULE.test(rule) && rule.length > WIDE) {
      columns = columnsOf(rule);
      return cutCells(named(line, columns), columns);
    }
    if (FOOT.test(line) || line === '') columns = [];
    if (columns.length > 0) {
      return RULE.test(line)
        ? columns.map(({ from, to }) => '-'.repeat(to - from > WIDE ? CELL : to - from)).join('+')
        : cutCells(line, columns);
    }
    return line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line;
  });
  return cut.join('\n');
}
