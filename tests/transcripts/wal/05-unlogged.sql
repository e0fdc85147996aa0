-- Unlogged and temporary tables, and back.
CREATE UNLOGGED TABLE u (id int PRIMARY KEY, t text);
CREATE TEMP TABLE tmp (id int PRIMARY KEY, t text);
CREATE TABLE p (id int PRIMARY KEY, t text);
\set w 'EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)'
:w INSERT INTO u SELECT i, 'u' || i FROM generate_series(1, 100) i;
:w INSERT INTO tmp SELECT i, 't' || i FROM generate_series(1, 100) i;
:w INSERT INTO p SELECT i, 'p' || i FROM generate_series(1, 100) i;
:w UPDATE u SET t = t || 'x' WHERE id <= 10;
:w DELETE FROM tmp WHERE id <= 10;
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO u VALUES (101, repeat('toast', 3000));
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'a', :'b') ORDER BY start_lsn;
SELECT pg_wal_lsn_diff(:'b', :'a') < 100 AS nearly_nothing;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE u SET LOGGED;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT resource_manager, record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/[0-9]+/[0-9]{4} ' AND block_ref <> '' GROUP BY 1, 2 ORDER BY 1, 2;
:w UPDATE u SET t = t || 'y' WHERE id <= 10;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE p SET UNLOGGED;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT resource_manager, record_type, count(*), sum(record_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/[0-9]+/[0-9]{4} ' AND block_ref <> '' GROUP BY 1, 2 ORDER BY 1, 2;
:w UPDATE p SET t = t || 'z';
SELECT relname, relpersistence FROM pg_class WHERE relname IN ('u', 'p', 'tmp') ORDER BY 1;
BEGIN;
CREATE TABLE short (a int);
INSERT INTO short SELECT generate_series(1, 1000);
SELECT pg_current_wal_insert_lsn() AS a \gset
ROLLBACK;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT record_type, record_length, regexp_replace(description, '^[^;]*\+00', 'T') FROM pg_get_wal_records_info(:'a', :'b') ORDER BY start_lsn;
SELECT pg_current_wal_insert_lsn() AS a \gset
DROP TABLE u, p;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT record_type, substring(description from 'rels:[^;]*'), substring(description from 'dropped stats:[^;]*') FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager = 'Transaction';
CREATE MATERIALIZED VIEW mv AS SELECT g, g * g AS sq FROM generate_series(1, 50) g;
:w SELECT * FROM mv WHERE g = 7;
SELECT pg_current_wal_insert_lsn() AS a \gset
REFRESH MATERIALIZED VIEW mv;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT resource_manager, record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/[0-9]+/[0-9]{4} ' AND block_ref <> '' GROUP BY 1, 2 ORDER BY 1, 2;
