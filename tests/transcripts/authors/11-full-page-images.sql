-- Full-page images and their compression.
SHOW full_page_writes;
CREATE TABLE p (id int PRIMARY KEY, v int, filler text);
INSERT INTO p SELECT g, g, rpad('', 200, 'abc') FROM generate_series(1, 1000) g;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE p SET v = v + 1 WHERE id % 35 = 0;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE p SET v = v + 1 WHERE id % 35 = 0;
ALTER SYSTEM SET full_page_writes = off;
SELECT pg_reload_conf();
SELECT pg_sleep(0.1);
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE p SET v = v + 1 WHERE id % 35 = 0;
ALTER SYSTEM RESET full_page_writes;
SELECT pg_reload_conf();
SELECT pg_sleep(0.1);
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE p SET v = v + 1 WHERE id % 35 = 0;
SET wal_compression = on;
SHOW wal_compression;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE p SET v = v + 1 WHERE id % 35 = 0;
SET wal_compression = lz4;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE p SET v = v + 1 WHERE id % 35 = 0;
SET wal_compression = 'nothing';
RESET wal_compression;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE INDEX ON p (v);
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE record_type IN ('FPI', 'CREATE') GROUP BY 1 ORDER BY 1;
SELECT pg_current_wal_insert_lsn() AS a \gset
REINDEX INDEX p_pkey;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE record_type IN ('FPI', 'CREATE') GROUP BY 1 ORDER BY 1;
CREATE TABLE q AS SELECT * FROM p;
SELECT pg_current_wal_insert_lsn() AS a \gset
CHECKPOINT;
SELECT count(*) FROM q;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'a', :'b');
SET wal_log_hints = on;
