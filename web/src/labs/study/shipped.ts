// The rows that a lab opens with: measured when the recording was made (`npm run studies`), and kept as the file that
// the lab saves.
import type { Row } from './study';

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

/** Reads the rows of a CSV file in which no field has a comma or a quote. */
export function unpack(csv: string): Row[] {
  const [head = '', ...lines] = csv.trimEnd().split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    /** A cell of the file as a value. */
    const read = (cell: string) => (cell === '' ? null : NUMBER.test(cell) ? Number(cell) : cell);
    return Object.fromEntries(columns.map((column, i) => [column, read(cells[i] ?? '')]));
  });
}
