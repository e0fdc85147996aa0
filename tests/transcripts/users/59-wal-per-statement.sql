CREATE EXTENSION IF NOT EXISTS pg_walinspect;
CREATE TABLE w (id int PRIMARY KEY, t text);
CHECKPOINT;
INSERT INTO w VALUES (1, 'warm');
SELECT pg_current_wal_lsn() AS a \gset
INSERT INTO w VALUES (2, 'two');
SELECT pg_current_wal_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, main_data_length, fpi_length, CASE WHEN resource_manager <> 'Transaction' THEN description END AS description
FROM pg_get_wal_records_info(:'a', :'b');
SELECT pg_current_wal_lsn() AS a \gset
UPDATE w SET t = 'zwei' WHERE id = 2;
DELETE FROM w WHERE id = 1;
SELECT pg_current_wal_lsn() AS b \gset
SELECT resource_manager AS rm, record_type, record_length, description FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager = 'Heap';
SELECT pg_current_wal_lsn() AS a \gset
INSERT INTO w SELECT g, repeat(md5(g::text), 200) FROM generate_series(10, 12) g;
SELECT pg_current_wal_lsn() AS b \gset
SELECT "resource_manager/record_type" AS what, count, round(count_percentage::numeric, 1) AS pct, record_size, fpi_size, combined_size
FROM pg_get_wal_stats(:'a', :'b', true) WHERE count > 0 ORDER BY 1;
SELECT * FROM (SELECT "resource_manager/record_type" AS rm, count, combined_size FROM pg_get_wal_stats(:'a', :'b')) s WHERE count > 0 ORDER BY rm;
SELECT pg_current_wal_lsn() AS a \gset
BEGIN; SAVEPOINT s; INSERT INTO w VALUES (3, 'x'); ROLLBACK TO s; INSERT INTO w VALUES (4, 'y'); COMMIT;
SELECT pg_current_wal_lsn() AS b \gset
SELECT resource_manager AS rm, record_type, record_length FROM pg_get_wal_records_info(:'a', :'b');
VACUUM w;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO w VALUES (100, 'plain');
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO w VALUES (101, 'after checkpoint');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE w SET t = t || '!' WHERE id > 3;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) DELETE FROM w WHERE id = 10;
SELECT pg_wal_lsn_diff(:'b', :'a') > 0 AS moved, pg_walfile_name(:'a') = pg_walfile_name(:'b') AS same_file;
SELECT count(*) FROM pg_get_wal_records_info('0/0', '0/10');
SELECT * FROM pg_get_wal_record_info('FFFF/0');
SELECT pg_wal_lsn_diff('abc', '0/0');
SELECT '0/16B3748'::pg_lsn + 100 AS sum, '16/B374D848'::pg_lsn - '16/B374D000'::pg_lsn AS diff;
DROP TABLE w;
