CREATE TABLE s (id int PRIMARY KEY, k int, v text) WITH (fillfactor = 50);
INSERT INTO s SELECT i, i % 10, repeat('v', 100) FROM generate_series(1, 2000) i;
CREATE INDEX s_k ON s (k);
ANALYZE s;
SELECT count(*) FROM s WHERE v LIKE 'v%';
SELECT count(v) FROM s WHERE id = 5;
UPDATE s SET v = v || 'w' WHERE id <= 100;
UPDATE s SET k = k + 1 WHERE id BETWEEN 101 AND 150;
UPDATE s SET v = repeat(v, 20) WHERE id BETWEEN 151 AND 160;
DELETE FROM s WHERE k = 5 AND id BETWEEN 1000 AND 1099;
SELECT pg_stat_force_next_flush();
SELECT seq_scan, seq_tup_read, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd, n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE relname = 's';
SELECT n_tup_newpage_upd, last_seq_scan IS NOT NULL AS seq, last_idx_scan IS NOT NULL AS idx FROM pg_stat_user_tables WHERE relname = 's';
SELECT indexrelname, idx_scan, idx_tup_read, idx_tup_fetch FROM pg_stat_user_indexes ORDER BY 1;
SELECT indexrelname, last_idx_scan IS NOT NULL AS used FROM pg_stat_user_indexes ORDER BY 1;
VACUUM s;
SELECT pg_stat_force_next_flush();
SELECT n_live_tup, n_dead_tup, vacuum_count, analyze_count, n_ins_since_vacuum FROM pg_stat_user_tables WHERE relname = 's';
SELECT total_vacuum_time > 0 AS vacuumed, total_autovacuum_time FROM pg_stat_user_tables WHERE relname = 's';
SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'pg_stat_user_tables' ORDER BY ordinal_position;
\d pg_stat_user_tables
\d pg_stat_all_indexes
\d pg_stat_io
\d pg_stat_checkpointer
\d pg_stat_bgwriter
\d pg_wait_events
\d pg_prepared_statements
PREPARE p AS SELECT id, v FROM s WHERE id = $1;
SELECT name, parameter_types, result_types FROM pg_prepared_statements;
SELECT attname, attlen, attnum, attndims, attstattarget FROM pg_attribute WHERE attrelid = 's'::regclass AND attnum > 0;
SELECT conname, contype, convalidated FROM pg_constraint WHERE conrelid = 's'::regclass ORDER BY 1;
SELECT conname, conenforced, conperiod FROM pg_constraint WHERE conrelid = 's'::regclass ORDER BY 1;
