-- Small things that people who look at storage type.
CREATE TABLE c (id int, v text);
SELECT (ctid::text::point)[0] AS page, count(*) FROM c GROUP BY 1;
INSERT INTO c SELECT i, repeat('a', 10) FROM generate_series(1, 500) i;
SELECT (ctid::text::point)[0] AS page, count(*) FROM c GROUP BY 1 ORDER BY 1;
SELECT (ctid::text::point)[0]::bigint AS page, (ctid::text::point)[1]::int AS lp FROM c WHERE id IN (1, 400);
SELECT DISTINCT (ctid::text::point)[0] FROM c ORDER BY 1;
SELECT pg_typeof((ctid::text::point)[0]), (ctid::text::point)[2] IS NULL AS none, ctid::text::point FROM c LIMIT 1;
SELECT avg(n) FROM (SELECT count(*) AS n FROM c GROUP BY (ctid::text::point)[0]) rows_per_page;
VACUUM c;
SELECT * FROM pg_visibility_map_summary('c');
SELECT pg_relation_size('c', 'vm');
SELECT pg_current_wal_insert_lsn() AS before \gset
SELECT pg_truncate_visibility_map('c');
SELECT resource_manager, record_type, record_length, description FROM pg_get_wal_records_info(:'before', pg_current_wal_insert_lsn()) WHERE resource_manager <> 'Transaction';
SELECT pg_relation_size('c', 'vm');
SELECT * FROM pg_visibility_map_summary('c');
SELECT blkno, all_visible, all_frozen, pd_all_visible FROM pg_visibility('c');
SELECT pg_truncate_visibility_map('c');
VACUUM (DISABLE_PAGE_SKIPPING) c;
SELECT * FROM pg_visibility_map_summary('c');
CREATE INDEX ci ON c (id);
CREATE VIEW vw AS SELECT 1;
SELECT pg_truncate_visibility_map('ci');
SELECT pg_truncate_visibility_map('vw');
SELECT pg_truncate_visibility_map('none');
BEGIN;
SELECT pg_truncate_visibility_map('c');
ROLLBACK;
SELECT pg_relation_size('c', 'vm');
CREATE EXTENSION amcheck;
SELECT bt_index_check(index => 'ci', heapallindexed => true);
SELECT bt_index_check('ci', true);
SELECT bt_index_check('ci');
SELECT bt_index_check(heapallindexed => false, index => 'ci');
SELECT bt_index_check('ci', heapallindexed := true);
SELECT bt_index_parent_check(index => 'ci', heapallindexed => true, rootdescend => true);
SELECT bt_index_parent_check('ci', true);
SELECT bt_index_check(indx => 'ci');
SELECT bt_index_check('c');
SELECT * FROM verify_heapam('c');
SELECT * FROM verify_heapam(relation => 'c', check_toast => true, skip => 'all-visible', startblock => 0, endblock => 1);
SELECT * FROM verify_heapam('c', skip := 'all-frozen');
SELECT * FROM verify_heapam('c', startblock => 7);
SELECT * FROM verify_heapam('ci');
SELECT c.relname, bt_index_check(index => c.oid, heapallindexed => i.indisunique) FROM pg_index i JOIN pg_class c ON i.indexrelid = c.oid WHERE c.relname = 'ci';
-- A TOAST table is not altered.
SELECT 'ALTER TABLE pg_toast.pg_toast_' || 'c'::regclass::oid || ' SET (fillfactor = 50)' \gexec
SELECT 'ALTER TABLE pg_toast.pg_toast_' || 'c'::regclass::oid || ' ADD COLUMN x int' \gexec
SELECT 'ALTER TABLE pg_toast.pg_toast_' || 'c'::regclass::oid || ' RENAME TO x' \gexec
SELECT 'ALTER TABLE pg_toast.pg_toast_' || 'c'::regclass::oid || ' RENAME chunk_id TO x' \gexec
SELECT 'ALTER INDEX pg_toast.pg_toast_' || 'c'::regclass::oid || '_index SET (fillfactor = 50)' \gexec
SELECT 'DROP TABLE pg_toast.pg_toast_' || 'c'::regclass::oid \gexec
SELECT 'DROP INDEX pg_toast.pg_toast_' || 'c'::regclass::oid || '_index' \gexec
SELECT 'TRUNCATE pg_toast.pg_toast_' || 'c'::regclass::oid \gexec
SELECT 'CREATE INDEX ON pg_toast.pg_toast_' || 'c'::regclass::oid || ' (chunk_id)' \gexec
SELECT 'INSERT INTO pg_toast.pg_toast_' || 'c'::regclass::oid || ' VALUES (1, 1, ''\x'')' \gexec
SELECT 'DELETE FROM pg_toast.pg_toast_' || 'c'::regclass::oid \gexec
SELECT 'UPDATE pg_toast.pg_toast_' || 'c'::regclass::oid || ' SET chunk_seq = 1' \gexec
SELECT 'COMMENT ON TABLE pg_toast.pg_toast_' || 'c'::regclass::oid || ' IS ''x''' \gexec
SELECT 'VACUUM pg_toast.pg_toast_' || 'c'::regclass::oid \gexec
SELECT 'REINDEX TABLE pg_toast.pg_toast_' || 'c'::regclass::oid \gexec
SELECT 'ANALYZE pg_toast.pg_toast_' || 'c'::regclass::oid \gexec
ALTER TABLE pg_class ADD COLUMN x int;
ALTER TABLE pg_class SET (fillfactor = 50);
DROP TABLE pg_class;
TRUNCATE pg_class;
CREATE INDEX ON pg_class (relname);
CREATE TABLE pg_catalog.x (i int);
CREATE TABLE pg_toast.x (i int);
ALTER TABLE c SET (toast.autovacuum_enabled = off);
