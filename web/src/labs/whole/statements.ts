// The statements that load a million long texts in a hundred pieces. The lab runs them, and a real PostgreSQL runs the
// same ones to be compared.

/** The storage of the column: long values stay as they are, or are compressed first. */
export type Storage = 'EXTERNAL' | 'EXTENDED';

/** Pieces that a load is cut into; between them is measured what there is. */
export const PIECES = 100;

/** The study's largest texts: 32 hexadecimal digits, 501 to 525 times. */
const TEXT = 'repeat(md5(random()::text), 500 + ceil(random() * 25)::int)';

/** The statements that create an empty table and seed `random()`. */
export function prepare(storage: Storage): string[] {
  return [
    'CREATE TABLE big_text (id bigint PRIMARY KEY, val text);',
    `ALTER TABLE big_text ALTER COLUMN val SET STORAGE ${storage};`,
    'SELECT setseed(0.5);',
  ];
}

/** The statement that inserts one piece's rows; `piece` counts from 0. Without a semicolon. */
export function load(piece: number, rows: number): string {
  const each = rows / PIECES;
  const [first, last] = [piece * each + 1, (piece + 1) * each];
  return `INSERT INTO big_text SELECT i, ${TEXT} FROM generate_series(${first}, ${last}) i`;
}

/** Bytes: the table, its TOAST table, that one's index, the primary key, and what pg_table_size counts. */
export const SIZES = `SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';`;

/** The statement that reads a hundred characters of the middle row. Without a semicolon. */
export const read = (rows: number) =>
  `SELECT substring(val, 8000, 100) FROM big_text WHERE id = ${Math.ceil(rows / 2)}`;
