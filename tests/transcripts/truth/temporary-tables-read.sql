-- Whoever opens a temporary table empties those with ON COMMIT DELETE ROWS when it commits, which takes a transaction id
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
CREATE EXTENSION IF NOT EXISTS pg_visibility;
CREATE EXTENSION IF NOT EXISTS pg_freespacemap;
CREATE EXTENSION IF NOT EXISTS amcheck;
CREATE TEMP TABLE tt (id int PRIMARY KEY, body text);
CREATE TEMP TABLE td (id int, body text) ON COMMIT DELETE ROWS;
CREATE TABLE p (id int PRIMARY KEY, body text);
INSERT INTO tt VALUES (1, 'x');
\set q 'SELECT pg_snapshot_xmax(pg_current_snapshot());'
:q
SELECT 1;
:q
SELECT * FROM tt;
:q
SELECT pg_relation_size('tt');
:q
SELECT pg_table_size('p');
:q
SELECT count(*) > 100 FROM pg_class;
:q
SELECT relname, pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'tt';
:q
SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relname = 'tt_pkey';
:q
EXPLAIN SELECT * FROM tt;
:q
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM tt;
:q
SELECT lp FROM heap_page_items(get_raw_page('tt', 0));
:q
SELECT lp FROM heap_page_items(get_raw_page('p', 0));
:q
SELECT root FROM bt_metap('tt_pkey');
:q
SELECT tuple_count FROM pgstattuple('tt');
:q
SELECT * FROM pg_visibility('tt');
:q
SELECT * FROM pg_freespace('tt');
:q
SELECT bt_index_check('tt_pkey');
:q
SELECT 'tt'::regclass;
:q
VACUUM p;
:q
:q
ANALYZE tt;
:q
VACUUM FULL tt;
:q
CLUSTER tt USING tt_pkey;
:q
REINDEX TABLE tt;
:q
TRUNCATE tt;
:q
\d tt
:q
LOCK TABLE tt;
BEGIN; LOCK TABLE tt; COMMIT;
:q
COPY tt TO stdout;
:q
COMMENT ON TABLE tt IS 'x';
:q
PREPARE s AS SELECT * FROM tt;
:q
EXECUTE s;
:q
DECLARE c CURSOR WITH HOLD FOR SELECT * FROM tt;
:q
SELECT pg_get_indexdef('tt_pkey'::regclass), pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'tt_pkey';
:q
SELECT has_table_privilege('tt', 'select');
:q
SELECT pg_relation_filepath('tt') IS NULL;
:q
SELECT * FROM verify_heapam('tt');
:q
SELECT pg_total_relation_size('tt') > 0, pg_indexes_size('tt') > 0;
:q
CREATE VIEW v AS SELECT * FROM tt;
:q
SELECT * FROM v;
:q
SELECT nosuch FROM tt;
:q
DROP TABLE td;
:q
SELECT * FROM tt;
:q
VACUUM;
:q
-- what a failed transaction opened is forgotten
BEGIN;
SELECT count(*) FROM tt;
SELECT 1/0;
ROLLBACK;
:q
:q
BEGIN;
SAVEPOINT a;
SELECT count(*) FROM tt;
SELECT 1/0;
COMMIT;
:q
:q
