-- full_page_writes is switched off: a session that sets a hint knows of the checkpoint at once, of the setting after its first record.
CREATE TABLE fp (id int PRIMARY KEY, v text, n int) WITH (fillfactor = 90);
INSERT INTO fp SELECT i, repeat(chr(65 + i % 26), 50), 0 FROM generate_series(1, 2000) i;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE fp SET n = 2 WHERE id % 100 = 0;
ALTER SYSTEM SET full_page_writes = off;
SELECT pg_reload_conf();
SELECT pg_sleep(0.1);
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE fp SET n = 2 WHERE id % 50 = 0;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE fp SET n = 2 WHERE id % 50 = 1;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM fp;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE fp SET n = 2 WHERE id % 50 = 2;
ALTER SYSTEM RESET full_page_writes;
SELECT pg_reload_conf();
SELECT pg_sleep(0.1);
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE fp SET n = 3 WHERE id % 50 = 3;
