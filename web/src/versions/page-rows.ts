// How tables grow, and what VACUUM does to their pages: the rows of the table of differences, each with its script.
import { shownBy, ROWS, type RowScripts } from './row-script';

export const PAGE_ROWS: RowScripts = {
  init_fork_stamped: shownBy(`CREATE UNLOGGED TABLE u (id int PRIMARY KEY);
SELECT lsn = '0/0' FROM page_header(get_raw_page('u_pkey', 'init', 0));`),
  page_freezing: shownBy(`${ROWS}DELETE FROM t WHERE id < 10;
CHECKPOINT;
VACUUM t;
SELECT count(*) FILTER (WHERE all_frozen) AS frozen_pages, count(*) AS pages
  FROM pg_visibility('t');`),
  vacuum_words: shownBy(`${ROWS}DELETE FROM t WHERE id < 10;
VACUUM (VERBOSE) t;`),
  map_look_ahead: shownBy(`${ROWS}VACUUM t;
SELECT pg_stat_force_next_flush();
SELECT heap_blks_hit FROM pg_statio_user_tables WHERE relname = 't';`),
  vacuum_ring: shownBy(`CREATE EXTENSION pg_buffercache;
CREATE TABLE t (id int, a text);
INSERT INTO t SELECT i, repeat('x', 900) FROM generate_series(1, 4000) i;
DELETE FROM t WHERE id % 2 = 0;
\\crash
VACUUM t;
SELECT count(*) AS pages_of_t_in_buffers FROM pg_buffercache
  WHERE relfilenode = pg_relation_filenode('t') AND relforknumber = 0;`),
  scan_ring: {
    unseen: 'It takes a table larger than a quarter of shared_buffers, 512 MB here.',
  },
  bulk_growth: shownBy(`CREATE TABLE t AS
  SELECT i AS id, repeat(md5(i::text), 30) AS a FROM generate_series(1, 2000) i;
SELECT pg_relation_size('t') AS table, pg_relation_size('t', 'fsm') AS free_space_map;`),
  map_growth: shownBy(`CREATE TABLE t (id int, a text);
INSERT INTO t SELECT i, repeat('x', 500) FROM generate_series(1, 1000) i;
DELETE FROM t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO t SELECT i, repeat('x', 500) FROM generate_series(1, 1000) i;`),
  last_added_block_in_map: shownBy(`CREATE TABLE t (a text);
ALTER TABLE t ALTER a SET STORAGE PLAIN;
COPY t FROM stdin;
${`${'x'.repeat(3500)}\n`.repeat(40)}\\.
SELECT substr(get_raw_page('t', 'fsm', 0), 25, 30);`),
  analyze_reported: shownBy(`${ROWS}ANALYZE VERBOSE t;`),
  builds_count: shownBy(`CREATE TABLE t (id int);
INSERT INTO t SELECT generate_series(1, 1000);
CREATE INDEX ON t (id);
SELECT relpages, reltuples FROM pg_class WHERE relname = 't';`),
  all_frozen_pages_kept: {
    unseen:
      'The column relallfrozen is not modelled: it makes the row of pg_class that VACUUM logs longer, which the record INPLACE shows.',
  },
  toast_reindexed_first: shownBy(`CREATE TABLE t (id int PRIMARY KEY, a text);
TRUNCATE t;
SELECT relname, rank() OVER (ORDER BY relfilenode) AS file FROM pg_class
  WHERE relname LIKE 't%' OR relname LIKE 'pg_toast_16384%' ORDER BY file;`),
  exact_free_space: shownBy(`CREATE EXTENSION pgstattuple;
${ROWS}SELECT free_space, free_percent FROM pgstattuple('t');`),
  exact_scanned_percent: shownBy(`CREATE EXTENSION pgstattuple;
${ROWS}INSERT INTO t VALUES (2001, 'x');
SELECT scanned_percent FROM pgstattuple_approx('t');`),
  missing_block_named: shownBy(`${ROWS}SELECT * FROM bt_page_items('t_pkey', 99);`),
  vacuum_options: shownBy(`${ROWS}VACUUM (PROCESS_MAIN, BUFFER_USAGE_LIMIT '1MB') t;`),
  ring_detail_stopped: shownBy(`SET vacuum_buffer_usage_limit = '64kB';`),
  matviews_refreshed: shownBy(`CREATE MATERIALIZED VIEW m AS SELECT 1 AS id;
SELECT to_hex(t_infomask) FROM heap_page_items(get_raw_page('m', 0));`),
  safe_search_path:
    shownBy(`CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2';
CREATE FUNCTION four_times(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN twice(twice($1)); END';
CREATE TABLE t (id int);
INSERT INTO t VALUES (1);
CREATE INDEX ON t (four_times(id));`),
  prewarmed_kinds_named: shownBy(`CREATE EXTENSION pg_prewarm;
CREATE VIEW w AS SELECT 1;
SELECT pg_prewarm('w');`),
};
