CREATE TABLE p_regular (a int, b text);
CREATE UNLOGGED TABLE p_unlogged (a int PRIMARY KEY, b text);
CREATE TEMP TABLE p_temp (a int, b text) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE p_temp2 ON COMMIT PRESERVE ROWS AS SELECT g AS a, repeat('t', g) AS b FROM generate_series(1, 50) g;
SELECT relname, relpersistence, relkind, reltoastrelid <> 0 AS has_toast FROM pg_class WHERE relname LIKE 'p\_%' ORDER BY 1;
SELECT pg_relation_size('p_unlogged', 'init') AS init, pg_relation_size('p_unlogged_pkey', 'init') AS idx_init, pg_relation_size('p_unlogged') AS main, pg_relation_size('p_unlogged_pkey') AS idx;
SELECT pg_current_wal_insert_lsn() AS l0 \gset
INSERT INTO p_regular SELECT g, md5(g::text) FROM generate_series(1, 1000) g;
SELECT pg_current_wal_insert_lsn() - :'l0'::pg_lsn > 60000 AS logged_much, pg_current_wal_insert_lsn() AS l1 \gset
\echo regular logged much: :logged_much
INSERT INTO p_unlogged SELECT g, md5(g::text) FROM generate_series(1, 1000) g;
SELECT pg_current_wal_insert_lsn() - :'l1'::pg_lsn < 1000 AS logged_little \gset
\echo unlogged logged little: :logged_little
BEGIN;
INSERT INTO p_temp SELECT g, md5(g::text) FROM generate_series(1, 100) g;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM p_temp;
SELECT pg_relation_size('p_temp'), count(*) FROM p_temp;
COMMIT;
SELECT pg_relation_size('p_temp'), count(*) FROM p_temp;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM p_temp2;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO p_temp2 VALUES (51, 'x');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO p_unlogged VALUES (-1, 'x');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO p_regular VALUES (-1, 'x');
ALTER TABLE p_unlogged SET LOGGED;
SELECT relname, relpersistence, pg_relation_size(oid, 'init') AS init FROM pg_class WHERE relname LIKE 'p\_unl%' ORDER BY 1;
ALTER TABLE p_unlogged SET UNLOGGED;
\d p_unlogged
ALTER TABLE p_temp2 SET LOGGED;
CREATE TABLE child (a int REFERENCES p_unlogged);
CREATE UNLOGGED TABLE child (a int REFERENCES p_unlogged);
ALTER TABLE p_unlogged SET LOGGED;
CREATE TEMP TABLE p_regular (z int);
\d p_regular
SELECT count(*) FROM public.p_regular;
DROP TABLE p_regular;
SELECT count(*) FROM p_regular;
CREATE TEMP TABLE public.bad (a int);
\dt p_*
DISCARD TEMP;
\dt p_*
DROP TABLE p_regular, p_unlogged, child;
