// The log: the rows of the table of differences, each with its script.
import { logged, shownBy, records, ROWS, type RowScripts } from './row-script';

export const LOG_ROWS: RowScripts = {
  record_texts: shownBy(
    records(
      'CREATE TABLE t (id int, a text);\n',
      `INSERT INTO t VALUES (1, 'a');\n`,
      `resource_manager = 'Heap'`,
    ),
  ),
  redo_records: shownBy(
    `${logged('CREATE TABLE t (id int);\n', 'CHECKPOINT;\n', 'resource_manager, record_type, record_length')}
  ORDER BY start_lsn;`,
  ),
  checkpoint_level: shownBy(
    records('CREATE TABLE t (id int);\n', 'CHECKPOINT;\n', `record_type = 'CHECKPOINT_ONLINE'`),
  ),
  in_place_records: shownBy(
    records(
      `${ROWS}DELETE FROM t WHERE id > 1000;\n`,
      'VACUUM t;\n',
      `resource_manager = 'Heap' AND record_type = 'INPLACE'`,
    ),
  ),
  statistics_ids: shownBy(records(ROWS, 'DROP TABLE t;\n', `record_type = 'COMMIT'`)),
  map_pages_logged: shownBy(
    `${logged(ROWS, `UPDATE t SET a = 'x' WHERE id = 7;\n`, 'record_type, record_length, block_ref')}
  WHERE resource_manager = 'Heap';`,
  ),
  slru_page_number_size: shownBy(
    records(
      'CREATE TABLE t (id int);\nINSERT INTO t VALUES (1);\n',
      `BEGIN;
SELECT * FROM t FOR SHARE;
SAVEPOINT s;
DELETE FROM t;
COMMIT;
`,
      `resource_manager = 'MultiXact'`,
    ),
  ),
  page_batches: shownBy(
    `${logged(ROWS, 'CREATE INDEX ON t (a);\n', 'record_type, count(*), sum(record_length) AS bytes')}
  WHERE resource_manager = 'XLOG' GROUP BY 1;`,
  ),
  catalog_flag: shownBy(
    records(
      `${ROWS}DELETE FROM t WHERE id % 2 = 0;\n`,
      'VACUUM t;\n',
      `resource_manager = 'Btree'`,
    ),
  ),
  catalog_flag_shown: shownBy(
    records(`${ROWS}DELETE FROM t WHERE id % 2 = 0;\n`, 'VACUUM t;\n', `record_type LIKE 'PRUNE%'`),
  ),
  frozen_horizons: shownBy(
    records(
      `${ROWS}DELETE FROM t WHERE id % 2 = 0;\n`,
      'VACUUM (FREEZE) t;\n',
      `record_type = 'VISIBLE'`,
    ),
  ),
  extension_caches: shownBy(records('', 'CREATE TABLE t (id int);\n', `record_type = 'COMMIT'`)),
  freeze_plans: shownBy(
    `${logged(ROWS, 'VACUUM (FREEZE) t;\n', 'record_type, count(*), sum(record_length) AS bytes')}
  WHERE resource_manager = 'Heap2' GROUP BY 1 ORDER BY 1;`,
  ),
  prune_records: shownBy(
    `${logged(`${ROWS}DELETE FROM t WHERE id % 2 = 0;\n`, 'VACUUM t;\n', 'record_type, count(*), sum(record_length) AS bytes')}
  WHERE resource_manager = 'Heap2' GROUP BY 1 ORDER BY 1;`,
  ),
  checksums: shownBy(`CREATE TABLE t (id int, a text);
INSERT INTO t SELECT i, repeat('x', 200) FROM generate_series(1, 2000) i;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS before \\gset
SELECT count(*) FROM t;
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), :'before') AS logged_by_reading;
SELECT checksum <> 0 AS has_checksum FROM page_header(get_raw_page('t', 0));`),
  log_page_magic: {
    unseen: 'A page of the log is seen in its file alone: the segment lab opens files of all four.',
  },
  log_ranges_cut: shownBy(`SELECT count(*) >= 0 AS read
  FROM pg_get_wal_records_info(pg_current_wal_insert_lsn(), 'FFFF/0');`),
  log_writes_counted: shownBy('\\d pg_stat_wal'),
  boundary_in_next_file: shownBy(`SELECT pg_walfile_name('0/3000000');`),
  log_writer_waits: shownBy(`${ROWS}DELETE FROM t WHERE id % 2 = 0;
SELECT pg_sleep(1);
SELECT pg_current_wal_insert_lsn() AS before \\gset
VACUUM t;
SELECT pg_current_wal_flush_lsn() > :'before' AS on_disk;`),
  places_stored: shownBy(
    records(
      '',
      `CREATE TABLE t (a_number_with_a_long_name int DEFAULT 1, another_number_with_a_long_name int DEFAULT 2,
  a_number_that_comes_last int DEFAULT 3);
`,
      `record_type = 'INSERT' AND block_ref LIKE '%/2604 %'`,
    ),
  ),
  log_end_functions: shownBy(`SELECT pg_current_wal_insert_lsn() AS before \\gset
CREATE TABLE t (id int);
CHECKPOINT;
SELECT count(*) > 0 AS some FROM pg_get_wal_stats_till_end_of_wal(:'before');`),
};
