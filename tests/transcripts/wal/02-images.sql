-- Full-page writes and compression of images.
CREATE TABLE pages (id int, t text);
INSERT INTO pages SELECT i, md5(i::text) || repeat('x', 100) FROM generate_series(1, 1000) i;
CREATE INDEX pages_id ON pages (id);
VACUUM pages;
SHOW wal_compression;
SHOW full_page_writes;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE pages SET t = 'x' WHERE id = 500;
SET wal_compression = on;
SHOW wal_compression;
CHECKPOINT;
UPDATE pages SET t = 'y' WHERE id = 500;
SET wal_compression = 'lz4';
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
UPDATE pages SET t = t || '!' WHERE id IN (1, 100, 200);
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, record_length - fpi_length AS rest, fpi_length > 0 AS image, block_ref LIKE '%compression saved%' AS packed FROM pg_get_wal_records_info(:'a', :'b') ORDER BY start_lsn;
SET wal_compression = zstd;
SET wal_compression = 'snappy';
SET wal_compression = off;
ALTER SYSTEM SET full_page_writes = off;
SELECT pg_reload_conf();
SELECT pg_sleep(0.3);
SHOW full_page_writes;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE pages SET t = 'z' WHERE id = 500;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) DELETE FROM pages WHERE id < 20;
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM pages;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT resource_manager, record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/5/[0-9]{4} ' GROUP BY 1, 2 ORDER BY 1, 2;
ALTER SYSTEM RESET full_page_writes;
SELECT pg_reload_conf();
SELECT pg_sleep(0.3);
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO pages VALUES (0, 'zero');
INSERT INTO pages VALUES (-1, 'minus');
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, record_length, fpi_length, substr(block_ref, strpos(block_ref, 'fork')) AS what FROM pg_get_wal_records_info(:'a', :'b') ORDER BY start_lsn;
SELECT (pg_stat_wal).wal_records FROM pg_stat_wal LIMIT 0;
SELECT pg_size_pretty(pg_relation_size('pages')), pg_size_pretty(pg_relation_size('pages', 'vm'));
