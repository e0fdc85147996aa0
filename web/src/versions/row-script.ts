// A script that shows a row of the table of differences (docs/versions.json): it prints something else on PostgreSQL 18
// than on 15. A row that no script can show says why.

/** A script that shows a row of the table, or the reason why none can. */
export type RowScript = { script: string } | { unseen: string };

/** Scripts by the row's name. */
export type RowScripts = Readonly<Record<string, RowScript>>;

/** A row that a script shows. */
export const shownBy = (script: string): RowScript => ({ script });

/** A table with a key, 2,000 short rows and statistics. */
export const ROWS = `CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 2000) i;
VACUUM ANALYZE t;
`;

/** The beginning of a statement that shows what ran, without its costs, times and buffers. */
export const ANALYZE = 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF)';

/** A script that selects `columns` of the records that `statements` write to the log; what runs first is `before`. */
export const logged = (before: string, statements: string, columns: string) => `${before}CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS before \\gset
${statements}SELECT pg_current_wal_insert_lsn() AS after \\gset
CHECKPOINT;
SELECT ${columns}
  FROM pg_get_wal_records_info(:'before', :'after')`;

/** A script that lists the first eight log records of `statements` for which `condition` holds; `before` runs first. */
export const records = (before: string, statements: string, condition: string) =>
  `${logged(before, statements, 'record_type, record_length, fpi_length, description')}
  WHERE ${condition} LIMIT 8;`;
