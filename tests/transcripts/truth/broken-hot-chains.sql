-- An index that is built over rows changed in place lacks their older versions: its transaction does not use it, and
-- pg_index says so until it is built again.
CREATE TABLE t (id int, v text);
INSERT INTO t SELECT i, repeat('x', 100) FROM generate_series(1, 500) i;
BEGIN;
UPDATE t SET v = 'y' WHERE id = 7;
CREATE INDEX t_id ON t (id);
SELECT indexrelid::regclass, indisvalid, indcheckxmin FROM pg_index WHERE indrelid = 't'::regclass;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE id = 7;
COMMIT;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE id = 7;
SELECT indexrelid::regclass, indisvalid, indcheckxmin FROM pg_index WHERE indrelid = 't'::regclass;
REINDEX INDEX t_id;
SELECT indexrelid::regclass, indisvalid, indcheckxmin FROM pg_index WHERE indrelid = 't'::regclass;
BEGIN;
UPDATE t SET v = 'z' WHERE id = 7;
CREATE INDEX t_v ON t (v);
CREATE TABLE copied (LIKE t INCLUDING INDEXES);
SELECT indexrelid::regclass, indcheckxmin FROM pg_index WHERE indrelid IN ('t'::regclass, 'copied'::regclass) ORDER BY 1;
COMMIT;
VACUUM FULL t;
SELECT indexrelid::regclass, indcheckxmin FROM pg_index WHERE indrelid = 't'::regclass ORDER BY 1;
-- The initialisation fork of an unlogged sequence has its row.
CREATE UNLOGGED SEQUENCE s START 5;
SELECT nextval('s'), nextval('s');
SELECT t_data FROM heap_page_items(get_raw_page('s', 'main', 0));
SELECT t_data FROM heap_page_items(get_raw_page('s', 'init', 0));
CREATE UNLOGGED TABLE u (id int GENERATED ALWAYS AS IDENTITY);
SELECT t_data FROM heap_page_items(get_raw_page('u_id_seq', 'init', 0));
SELECT pg_relation_size('s', 'init') AS init, pg_relation_size('s') AS main;
-- What VACUUM FULL finds unneeded goes with the same change of pg_class.
CREATE TABLE w (id int, b bytea);
ALTER TABLE w ALTER b SET STORAGE PLAIN;
VACUUM FULL w;
SELECT pg_current_wal_lsn() AS before \gset
ALTER TABLE w ALTER id SET STORAGE PLAIN;
SELECT resource_manager, record_type, record_length, split_part(description, '; ', 2) AS told FROM pg_get_wal_records_info(:'before', pg_current_wal_lsn()) WHERE record_type = 'COMMIT';
