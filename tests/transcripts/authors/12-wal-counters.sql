-- Counters of the log.
\d pg_stat_wal
SELECT pg_stat_reset_shared('wal');
SELECT pg_sleep(1);
CREATE TEMP TABLE before AS SELECT * FROM pg_stat_wal;
CREATE TABLE t (id int, v text);
INSERT INTO t SELECT g, 'row ' || g FROM generate_series(1, 1000) g;
SELECT pg_stat_force_next_flush();
SELECT n.wal_records - b.wal_records >= 1000 AS records, n.wal_bytes > b.wal_bytes AS bytes, n.wal_fpi >= b.wal_fpi AS images, n.wal_buffers_full = b.wal_buffers_full AS full FROM pg_stat_wal n, before b;
SELECT wal_write > 0 AS writes, wal_sync >= 0 AS syncs, wal_write_time, wal_sync_time, stats_reset IS NOT NULL AS reset FROM pg_stat_wal;
SELECT pg_typeof(wal_bytes), pg_typeof(wal_records), pg_typeof(stats_reset) FROM pg_stat_wal;
SELECT pg_stat_reset_shared('nothing');
SELECT pg_switch_wal() > '0/0';
SELECT pg_walfile_name(pg_current_wal_lsn()) <> pg_walfile_name('0/2000028');
SELECT pg_switch_wal() = pg_switch_wal() AS nothing_between;
INSERT INTO t VALUES (0, 'x');
SELECT pg_current_wal_insert_lsn() AS a \gset
SELECT pg_logical_emit_message(false, 'prefix', 'content') IS NOT NULL;
SELECT pg_logical_emit_message(true, 'prefix', 'content') IS NOT NULL;
SELECT pg_logical_emit_message(true, 'p', '\x0102'::bytea) IS NOT NULL;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, description FROM pg_get_wal_records_info(:'a', :'b') WHERE record_type <> 'COMMIT';
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'a', :'b');
SELECT pg_create_restore_point('here') IS NOT NULL;
SELECT count(*) FROM pg_get_wal_records_info(:'b', pg_current_wal_insert_lsn()) WHERE record_type = 'RESTORE_POINT';
SELECT count(*) > 0 FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' AND size = 16777216;
