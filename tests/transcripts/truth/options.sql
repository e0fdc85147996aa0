-- Every option of VACUUM, ANALYZE, COPY, EXPLAIN and of what is created WITH options: what it leaves behind.
CREATE TABLE t (id int PRIMARY KEY, v text);
INSERT INTO t SELECT g, repeat('x', 100) FROM generate_series(1, 500) g;
DELETE FROM t WHERE id > 200;
VACUUM (TRUNCATE OFF) t;
SELECT pg_relation_size('t');
VACUUM (TRUNCATE ON) t;
SELECT pg_relation_size('t');
DELETE FROM t WHERE id > 100;
VACUUM (INDEX_CLEANUP OFF) t;
SELECT lp_flags, count(*) FROM heap_page_items(get_raw_page('t', 2)) GROUP BY 1 ORDER BY 1;
VACUUM (INDEX_CLEANUP AUTO, DISABLE_PAGE_SKIPPING) t;
VACUUM (INDEX_CLEANUP ON, SKIP_LOCKED, PROCESS_TOAST OFF) t;
SELECT count(*) FROM heap_page_items(get_raw_page('t', 1));
SELECT all_visible, all_frozen FROM pg_visibility_map('t', 0);
VACUUM (FREEZE, PARALLEL 0) t;
SELECT all_visible, all_frozen FROM pg_visibility_map('t', 0);
VACUUM (ANALYZE, PARALLEL 2) t;
SELECT reltuples, relpages FROM pg_class WHERE relname = 't';
VACUUM (FULL, ANALYZE) t;
VACUUM (FULL, DISABLE_PAGE_SKIPPING) t;
VACUUM (FULL, PARALLEL 2) t;
VACUUM (PARALLEL) t;
VACUUM (PARALLEL 5000) t;
VACUUM (FREEZE maybe) t;
VACUUM (ANALYZE OFF) t (id);
VACUUM (PROCESS_MAIN) t;
ANALYZE (SKIP_LOCKED) t;
ANALYZE (VERBOSE OFF, SKIP_LOCKED OFF) t (v);
ANALYZE (FULL) t;
COPY (SELECT 1, 'a b', NULL) TO stdout (FORMAT csv, DELIMITER ';', HEADER, NULL 'nil', QUOTE '''', ESCAPE '\', FORCE_QUOTE *, ENCODING 'utf8');
COPY (SELECT 1, 'a b', NULL) TO stdout (FORMAT text, DELIMITER '|', HEADER on, NULL '-', ENCODING 'UTF8');
COPY (SELECT 1) TO stdout (FREEZE);
COPY (SELECT 1) TO stdout (FORCE_NULL (a));
COPY (SELECT 1) TO stdout (FORMAT csv, FORCE_NOT_NULL (a));
COPY (SELECT 1) TO stdout (QUOTE 'x');
COPY (SELECT 1) TO stdout (HEADER match);
COPY t (id, id) TO stdout;
EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, BUFFERS, WAL, TIMING OFF, SUMMARY OFF, SETTINGS) SELECT count(*) FROM t;
EXPLAIN (COSTS OFF, FORMAT text) SELECT 1;
EXPLAIN (COSTS OFF, FORMAT json) SELECT 1;
EXPLAIN (COSTS OFF, FORMAT xml) SELECT 1;
EXPLAIN (COSTS OFF, FORMAT yaml) SELECT 1;
CREATE TABLE o (a int) WITH (fillfactor = 50, toast_tuple_target = 512, parallel_workers = 3, user_catalog_table = false, vacuum_index_cleanup = off, vacuum_truncate = false, autovacuum_enabled = off, autovacuum_vacuum_threshold = 1, autovacuum_vacuum_insert_threshold = 2, autovacuum_analyze_threshold = 3, autovacuum_vacuum_cost_limit = 4, autovacuum_vacuum_cost_delay = 5, autovacuum_freeze_min_age = 6, autovacuum_freeze_max_age = 100007, autovacuum_freeze_table_age = 8, autovacuum_multixact_freeze_min_age = 9, autovacuum_multixact_freeze_max_age = 10010, autovacuum_multixact_freeze_table_age = 11, log_autovacuum_min_duration = 12, autovacuum_vacuum_scale_factor = 0.13, autovacuum_vacuum_insert_scale_factor = 0.14, autovacuum_analyze_scale_factor = 0.15);
SELECT unnest(reloptions) FROM pg_class WHERE relname = 'o';
INSERT INTO o SELECT generate_series(1, 1000);
SELECT pg_relation_size('o');
DELETE FROM o WHERE a > 100;
VACUUM o;
SELECT pg_relation_size('o');
CREATE INDEX oi ON o (a) WITH (fillfactor = 50, deduplicate_items = off);
SELECT reloptions FROM pg_class WHERE relname = 'oi';
CREATE VIEW ov WITH (security_barrier, check_option = local) AS SELECT * FROM o;
CREATE VIEW oi2 WITH (security_invoker) AS SELECT * FROM o;
CREATE TABLE ce (a int, b int GENERATED ALWAYS AS (a) STORED);
COPY ce (a, b) TO stdout;
COPY ce (a, b) FROM stdin;
CREATE TABLE st (a int, x varchar(10));
ALTER TABLE st ALTER x SET STATISTICS 500;
ALTER TABLE st ALTER x TYPE varchar(20);
ALTER TABLE st ALTER x TYPE text;
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 'st'::regclass AND attnum > 0;
CREATE TEMP VIEW tv AS SELECT 1 AS a;
SELECT table_type FROM information_schema.tables WHERE table_name = 'tv';
DISCARD ALL;
SELECT count(*) FROM pg_class WHERE relpersistence = 't';
\pset tuples_only off
\pset footer on
\t
\t
\pset footer
\pset footer
