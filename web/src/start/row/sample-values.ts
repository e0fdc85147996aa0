// What the first view's row is made of: the value, from which letters and stored how, and the SQL that says so.
// The engine is asked in these words, when the recording is made and in the browser.

/** The longest value that a page could hold in its row: one letter more, and a PLAIN column refuses it. */
export const MOST = 8132;

/** What the value of the row consists of. */
export interface SampleValue {
  id: 'random' | 'json' | 'repeated';
  /** As the switch says it. */
  name: string;
  /** What they are, in a sentence: `random letters`. */
  words: string;
  /** Yields a text of at least `MOST` letters. */
  sql: string;
  /** Whether the words are several: `random letters do not`. */
  many: boolean;
}

export const LETTERS: readonly SampleValue[] = [
  {
    id: 'random',
    name: 'Random',
    words: 'random letters',
    sql: `SELECT string_agg(translate(md5(i::text), '0123456789', 'ghijklmnop'), '') FROM generate_series(1, 260) i`,
    many: true,
  },
  {
    id: 'json',
    name: 'JSON',
    words: 'this JSON',
    sql: `SELECT string_agg('{"id": ' || i || ', "token": "' || left(md5(i::text), 16) || '"}, ', '') FROM generate_series(1, 220) i`,
    many: false,
  },
  {
    id: 'repeated',
    name: 'Repeated',
    words: 'one word over and over',
    sql: `SELECT repeat('toast ', 1400)`,
    many: false,
  },
];

/** How the column stores the value: its compression method, or none. */
export interface Storage {
  id: 'pglz' | 'lz4' | 'external';
  name: string;
  /** What the column is altered to. */
  sql: readonly string[];
}

export const STORAGES: readonly Storage[] = [
  {
    id: 'pglz',
    name: 'EXTENDED, pglz',
    sql: ['SET STORAGE EXTENDED', 'SET COMPRESSION pglz'],
  },
  {
    id: 'lz4',
    name: 'EXTENDED, lz4',
    sql: ['SET STORAGE EXTENDED', 'SET COMPRESSION lz4'],
  },
  { id: 'external', name: 'EXTERNAL', sql: ['SET STORAGE EXTERNAL'] },
];

/** A column that TOAST leaves alone: its rows are as they are formed. */
export const PLAIN = { id: 'plain', sql: ['SET STORAGE PLAIN'] } as const;

/** The statement that makes the table for sample values. */
export const createTable = (table: string, { sql }: Pick<Storage, 'sql'>) =>
  [
    `CREATE TABLE ${table} (v text);`,
    ...sql.map((what) => `ALTER TABLE ${table} ALTER v ${what};`),
  ].join('\n');

/** The statement that inserts the first letters of a text, once for each length that `lengths` yields. */
export const insert = (table: string, { sql }: SampleValue, lengths: string) =>
  `INSERT INTO ${table} SELECT left(x, n) FROM (${sql}) AS letters(x), ${lengths} AS n;`;

/** The statement that inserts one value of this length. */
export const insertOne = (table: string, { sql }: SampleValue, length: number) =>
  `INSERT INTO ${table} SELECT left((${sql}), ${length});`;

/** The query for each row's length, stored bytes, bytes of the tuple, and compression method. */
export const sizesQuery = (table: string) =>
  `SELECT length(v), pg_column_size(v), lp_len, coalesce(pg_column_compression(v), '') AS method
  FROM ${table}, (
    SELECT ('(' || page || ',' || lp || ')')::tid AS place, lp_len
    FROM generate_series(0, pg_relation_size('${table}') / current_setting('block_size')::int - 1) page,
      heap_page_items(get_raw_page('${table}', page::int))) AS items
  WHERE ${table}.ctid = place ORDER BY 1;`;
