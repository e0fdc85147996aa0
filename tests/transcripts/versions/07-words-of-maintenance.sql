-- What builds of indexes count, what ANALYZE and the log's functions say, errors of dates and of COPY.
CREATE TABLE v (id int PRIMARY KEY, body text);
INSERT INTO v SELECT i, repeat('x', 100) FROM generate_series(1, 500) i;
ANALYZE VERBOSE v;
UPDATE v SET body = body || 'y' WHERE id < 10;
VACUUM (ANALYZE, VERBOSE) v;
CREATE TABLE counted (a int, b text);
INSERT INTO counted SELECT i, 'x' FROM generate_series(1, 1000) i;
CREATE INDEX ON counted (a);
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE 'counted%' ORDER BY 1;
ANALYZE counted;
INSERT INTO counted SELECT i, 'x' FROM generate_series(1, 1000) i;
CREATE INDEX ON counted (b);
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE 'counted%' ORDER BY 1;
REINDEX TABLE counted;
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE 'counted%' ORDER BY 1;
VACUUM FULL counted;
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE 'counted%' ORDER BY 1;
CREATE MATERIALIZED VIEW mv AS SELECT * FROM counted;
CREATE INDEX ON mv (a);
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE 'mv%' ORDER BY 1;
\d pg_stat_wal
SELECT wal_records > 0 AS records, wal_buffers_full FROM pg_stat_wal;
\set VERBOSITY terse
SELECT * FROM pg_get_wal_record_info(pg_current_wal_insert_lsn());
SELECT count(*) FROM pg_get_wal_records_info(pg_current_wal_insert_lsn(), pg_current_wal_insert_lsn());
SELECT count(*) FROM pg_get_wal_records_info('0/3', '0/2');
SELECT count(*) FROM pg_get_wal_stats('0/3', '0/2');
SELECT pg_current_wal_insert_lsn() AS before \gset
INSERT INTO v VALUES (1001, 'x');
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'before', 'FFFF/0');
\set VERBOSITY default
SELECT '2024-13-01'::date;
SELECT '2024-13-01 10:00'::timestamptz;
CREATE TABLE t (a int, b text);
COPY t TO STDOUT (FORCE_QUOTE (b));
COPY t TO STDOUT (QUOTE 'x');
COPY t TO STDOUT (FORMAT csv, FORCE_NOT_NULL (b));
COPY t TO STDOUT (FORMAT csv, FORCE_NULL (b));
COPY t TO STDOUT (NULL 'x|', DELIMITER '|');
COPY t TO STDOUT (FORMAT csv, NULL '"');
COPY t TO STDOUT (FREEZE);
COPY t TO STDOUT (FREEZE off);
