-- Options of the statements about storage, together: what they leave, and which do not go together.
CREATE TABLE t (id int PRIMARY KEY, v text) WITH (autovacuum_enabled = off);
ALTER TABLE t ALTER v SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, repeat('x', i * 10) FROM generate_series(1, 400) i;
DELETE FROM t WHERE id % 2 = 0;
VACUUM (FREEZE, ANALYZE, DISABLE_PAGE_SKIPPING, SKIP_LOCKED, INDEX_CLEANUP ON, PROCESS_TOAST, TRUNCATE, PARALLEL 0) t;
SELECT relpages, reltuples, relallvisible FROM pg_class WHERE relname = 't';
VACUUM (VERBOSE OFF, FREEZE OFF, ANALYZE OFF, DISABLE_PAGE_SKIPPING OFF, SKIP_LOCKED OFF, INDEX_CLEANUP AUTO, PROCESS_TOAST ON, TRUNCATE ON, PARALLEL 1) t;
DELETE FROM t WHERE id > 300;
VACUUM (FULL, FREEZE, ANALYZE, SKIP_LOCKED, INDEX_CLEANUP ON, PROCESS_TOAST, TRUNCATE, PARALLEL 0) t;
SELECT relpages, reltuples, relallvisible FROM pg_class WHERE relname = 't';
SELECT count(*) FROM heap_page_items(get_raw_page('t', 0));
VACUUM (FULL OFF, FREEZE) t;
VACUUM (FULL ON, VERBOSE OFF) t;
VACUUM (FULL, DISABLE_PAGE_SKIPPING OFF, PROCESS_TOAST OFF) t;
VACUUM (FULL, INDEX_CLEANUP OFF, TRUNCATE OFF) t;
DELETE FROM t WHERE id > 200;
VACUUM (FREEZE, INDEX_CLEANUP OFF, TRUNCATE OFF, PROCESS_TOAST OFF) t;
SELECT pg_relation_size('t'), pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 't';
SELECT lp_flags, count(*) FROM heap_page_items(get_raw_page('t', 1)) GROUP BY 1 ORDER BY 1;
VACUUM (TRUNCATE ON, INDEX_CLEANUP ON) t;
SELECT pg_relation_size('t'), pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 't';
ANALYZE (VERBOSE OFF, SKIP_LOCKED) t (id, v);
ANALYZE (SKIP_LOCKED OFF, VERBOSE FALSE) t;
ANALYZE (VERBOSE) t;
ANALYZE (FREEZE) t;
CLUSTER (VERBOSE OFF) t USING t_pkey;
CLUSTER (FREEZE) t;
REINDEX (VERBOSE OFF, CONCURRENTLY OFF, TABLESPACE pg_default) TABLE t;
REINDEX (CONCURRENTLY) INDEX t_pkey;
REINDEX (CONCURRENTLY ON, VERBOSE FALSE) TABLE t;
REINDEX (CONCURRENTLY) TABLE CONCURRENTLY t;
REINDEX (FREEZE) TABLE t;
SELECT pg_relation_size('t'), pg_relation_size('t_pkey');
EXPLAIN (ANALYZE, VERBOSE, COSTS, BUFFERS, WAL, SETTINGS, TIMING OFF, SUMMARY OFF, FORMAT text) SELECT count(*) FROM t;
EXPLAIN (ANALYZE OFF, VERBOSE OFF, COSTS ON, BUFFERS OFF, WAL OFF, SETTINGS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM t;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, WAL) INSERT INTO t VALUES (1000, 'a');
EXPLAIN (WAL) SELECT 1;
EXPLAIN (TIMING) SELECT 1;
EXPLAIN (TIMING, ANALYZE OFF) SELECT 1;
EXPLAIN (ANALYZE, COSTS OFF, BUFFERS, WAL, TIMING OFF, SUMMARY OFF, FORMAT json) UPDATE t SET v = 'b' WHERE id = 1000;
CREATE TABLE c (a int, b text);
COPY c FROM stdin (FORMAT text, DELIMITER '|', NULL 'nil', HEADER, ENCODING 'UTF8', FREEZE OFF);
a|b
1|nil
2|two
\.
COPY c (a, b) FROM stdin (FORMAT csv, HEADER match, QUOTE '''', ESCAPE '\', FORCE_NOT_NULL (b), FORCE_NULL (b), FREEZE off);
a,b
3,
4,''
\.
COPY c FROM stdin (FORMAT csv, HEADER match);
b,a
\.
COPY c FROM stdin (FREEZE ON);
\.
BEGIN;
TRUNCATE c;
COPY c FROM stdin (FORMAT csv, FREEZE, HEADER OFF);
6,six
\.
COMMIT;
SELECT a, b, xmin = '2' AS frozen, t_infomask::bit(16) FROM c, heap_page_items(get_raw_page('c', 0));
COPY c TO stdout (FORMAT csv, HEADER ON, FORCE_QUOTE (a), NULL 'n', DELIMITER ';', QUOTE '"', ESCAPE '"');
COPY c TO stdout (FORMAT csv, HEADER OFF, FORCE_QUOTE *);
COPY c TO stdout (FORMAT csv, FREEZE OFF);
COPY c TO stdout (FORMAT text, HEADER OFF, FREEZE OFF, ENCODING 'utf-8');
COPY c TO stdout (HEADER match);
CREATE TABLE w (a int, b text) WITH (vacuum_index_cleanup = auto, vacuum_truncate = on, autovacuum_enabled, user_catalog_table, autovacuum_vacuum_insert_threshold = -1, toast.autovacuum_enabled = off, toast.vacuum_truncate = off, toast.vacuum_index_cleanup = on);
SELECT relkind, reloptions FROM pg_class WHERE relname = 'w' OR oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'w');
ALTER TABLE w SET (fillfactor = 50, toast_tuple_target = 256, parallel_workers = 0, user_catalog_table = off, vacuum_index_cleanup = off, vacuum_truncate = off, autovacuum_enabled = on);
ALTER TABLE w SET (vacuum_index_cleanup = on, vacuum_truncate, autovacuum_enabled = off, user_catalog_table = true, toast.vacuum_truncate = on);
ALTER TABLE w SET (vacuum_index_cleanup = auto, log_autovacuum_min_duration = 0);
SELECT reloptions FROM pg_class WHERE relname = 'w';
ALTER TABLE w RESET (fillfactor, toast_tuple_target, toast.vacuum_truncate);
ALTER TABLE w SET (fillfactor = 5);
ALTER TABLE w SET (fillfactor);
ALTER TABLE w SET (deduplicate_items = on);
ALTER TABLE w SET (autovacuum_vacuum_scale_factor = 200, fillfactor = 70);
SELECT relkind, reloptions FROM pg_class WHERE relname = 'w' OR oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'w');
CREATE INDEX wi ON w (b) WITH (deduplicate_items, fillfactor = 70);
CREATE INDEX wj ON w (b) WITH (vacuum_truncate = on);
ALTER INDEX wi SET (deduplicate_items = off);
ALTER INDEX wi RESET (fillfactor);
SELECT reloptions FROM pg_class WHERE relname = 'wi';
CREATE VIEW vo WITH (security_barrier = off, security_invoker = off, check_option = cascaded) AS SELECT a FROM w;
SELECT reloptions FROM pg_class WHERE relname = 'vo';
ALTER TABLE w SET (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_insert_threshold = 2, autovacuum_analyze_threshold = 3, autovacuum_vacuum_cost_limit = 4, autovacuum_vacuum_cost_delay = 5, autovacuum_freeze_min_age = 6, autovacuum_freeze_max_age = 100007, autovacuum_freeze_table_age = 8, autovacuum_multixact_freeze_min_age = 9, autovacuum_multixact_freeze_max_age = 10010, autovacuum_multixact_freeze_table_age = 11, log_autovacuum_min_duration = 12, autovacuum_vacuum_scale_factor = 0.13, autovacuum_vacuum_insert_scale_factor = 0.14, autovacuum_analyze_scale_factor = 0.15);
CREATE TABLE wo (a int) WITH (oids = false);
SELECT unnest(reloptions) FROM pg_class WHERE relname = 'w';
