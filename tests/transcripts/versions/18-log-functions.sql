-- Functions of pg_walinspect 1.0 that 1.1 has no more.
SELECT pg_current_wal_lsn() AS l0 \gset
CREATE TABLE t (id int);
SELECT count(*) > 0 FROM pg_get_wal_records_info_till_end_of_wal(:'l0');
SELECT count(*) > 0 FROM pg_get_wal_stats_till_end_of_wal(:'l0');
SELECT count(*) > 0 FROM pg_get_wal_stats_till_end_of_wal(:'l0', true);
