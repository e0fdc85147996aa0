-- HOT chains, pruning, fillfactor: what is logged for each.
CREATE TABLE counters (id int PRIMARY KEY, n int, pad text) WITH (fillfactor = 70);
INSERT INTO counters SELECT i, 0, repeat('p', 200) FROM generate_series(1, 60) i;
CHECKPOINT;
SELECT pg_relation_size('counters') / 8192 AS pages;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE counters SET n = n + 1 WHERE id = 5;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE counters SET n = n + 1 WHERE id = 5;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE counters SET id = id + 1000 WHERE id = 6;
SELECT pg_current_wal_insert_lsn() AS a \gset
DO $$ BEGIN FOR i IN 1..40 LOOP UPDATE counters SET n = n + 1 WHERE id = 7; END LOOP; END $$;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') GROUP BY 1 ORDER BY 1;
SELECT pg_current_wal_insert_lsn() AS a \gset
UPDATE counters SET n = n + 1 WHERE id = 8;
UPDATE counters SET n = n + 1 WHERE id = 8;
UPDATE counters SET n = n + 1 WHERE id = 8;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, CASE WHEN resource_manager <> 'Transaction' THEN regexp_replace(description, 'xm[a-z]+ [0-9]+|latestRemovedXid [0-9]+', 'X', 'g') END AS description FROM pg_get_wal_records_info(:'a', :'b') ORDER BY start_lsn;
CREATE INDEX ON counters (n);
SELECT pg_current_wal_insert_lsn() AS a \gset
UPDATE counters SET n = n + 1 WHERE id BETWEEN 20 AND 25;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, count(*), sum(record_length) FROM pg_get_wal_records_info(:'a', :'b') GROUP BY 1, 2 ORDER BY 1, 2;
SELECT pg_current_wal_insert_lsn() AS a \gset
DELETE FROM counters WHERE id > 40;
SELECT count(*) FROM counters;
VACUUM counters;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
SELECT resource_manager, record_type, count(*), sum(record_length), sum(fpi_length) FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref ~ 'rel 1663/5/(1[6-9][0-9]{3})' GROUP BY 1, 2 ORDER BY 1, 2;
SELECT lp, lp_flags, t_ctid FROM heap_page_items(get_raw_page('counters', 0)) LIMIT 12;
