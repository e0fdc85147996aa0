// Rows as a file that spreadsheets read (RFC 4180).
import type { Cell, Row } from './study';

/** Figures of a number that is not whole: more would be noise. */
const FIGURES = 6;

/** One value as the file has it. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number')
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(FIGURES)));
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A row as a line of CSV. */
export const lineOf = (columns: readonly string[], row: Row) =>
  columns.map((column) => cell(row[column] ?? null)).join(',');

/** The rows as CSV, with a header line. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]) =>
  `${[columns.join(','), ...rows.map((row) => lineOf(columns, row))].join('\n')}\n`;
