CREATE TABLE counters (id int PRIMARY KEY, n int, note text);
INSERT INTO counters
SELECT i, 0, repeat('note ', 20) FROM generate_series(1, 55) AS i;

CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE counters SET n = n + 1 WHERE id = 7;
SELECT count(*) AS counters FROM counters;

-- Page images compressed by pglz
SET wal_compression = pglz;

CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE counters SET n = n + 1 WHERE id = 7;
SELECT count(*) AS counters FROM counters;
