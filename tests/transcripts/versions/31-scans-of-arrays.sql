-- Each descent of an index counts as a scan of it, so several for the elements of an array.
CREATE TABLE t (id int PRIMARY KEY, k int, v text);
INSERT INTO t SELECT i, i % 100, 'v' || i FROM generate_series(1, 20000) i;
CREATE INDEX t_k ON t (k);
VACUUM ANALYZE t;
SELECT pg_stat_force_next_flush();
SET enable_seqscan = off;
SELECT count(v) FROM t WHERE id IN (1, 5000, 9000, 15000);
SELECT count(*) FROM t WHERE id = ANY ('{1,2,3,19000}');
SELECT pg_stat_force_next_flush();
SELECT indexrelname, idx_scan, idx_tup_read, idx_tup_fetch FROM pg_stat_user_indexes ORDER BY 1;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT count(v) FROM t WHERE k IN (5, 50, 70);
SELECT count(*) FROM (VALUES (1), (2), (3)) x (n) JOIN LATERAL (SELECT v FROM t WHERE k = x.n OFFSET 0) y ON true;
SELECT pg_stat_force_next_flush();
SELECT indexrelname, idx_scan, idx_tup_read, idx_tup_fetch FROM pg_stat_user_indexes ORDER BY 1;
SELECT seq_scan, idx_scan, idx_tup_fetch FROM pg_stat_user_tables;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT count(*) FROM (VALUES (1), (2), (3)) x (n) JOIN LATERAL (SELECT v FROM t WHERE k = x.n OFFSET 0) y ON true;
