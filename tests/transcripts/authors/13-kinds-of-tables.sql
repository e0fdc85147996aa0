-- Which statements log how much: permanent, unlogged, temporary.
CREATE TABLE perm (id int, v text);
CREATE UNLOGGED TABLE unl (id int, v text);
CREATE TEMP TABLE tmp (id int, v text);
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO perm SELECT g, 'v' FROM generate_series(1, 1000) g;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO unl SELECT g, 'v' FROM generate_series(1, 1000) g;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO tmp SELECT g, 'v' FROM generate_series(1, 1000) g;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE perm SET v = 'w';
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE unl SET v = 'w';
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE tmp SET v = 'w';
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) DELETE FROM perm;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) DELETE FROM unl;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) DELETE FROM tmp;
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO tmp VALUES (1, 'x');
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO unl VALUES (1, 'x');
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT pg_current_wal_insert_lsn() AS a \gset
SELECT count(*) FROM perm;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT :'a' = :'b' AS nothing_logged;
SELECT pg_current_wal_insert_lsn() AS a \gset
BEGIN;
INSERT INTO perm VALUES (1, 'a');
SAVEPOINT s;
INSERT INTO perm VALUES (2, 'b');
ROLLBACK TO s;
INSERT INTO perm VALUES (3, 'c');
SAVEPOINT s2;
INSERT INTO perm VALUES (4, 'd');
RELEASE s2;
COMMIT;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, main_data_length FROM pg_get_wal_records_info(:'a', :'b');
SELECT pg_current_wal_insert_lsn() AS a \gset
BEGIN;
INSERT INTO perm VALUES (1, 'a');
ROLLBACK;
SELECT pg_current_wal_insert_lsn() AS b \gset
BEGIN;
CREATE TABLE fresh (id int);
TRUNCATE perm;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO fresh SELECT generate_series(1, 500);
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO perm SELECT generate_series(1, 500);
COMMIT;
SET synchronous_commit = off;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO perm VALUES (5);
ALTER TABLE unl SET LOGGED;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO unl VALUES (5);
ALTER TABLE perm SET UNLOGGED;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO perm VALUES (5);
