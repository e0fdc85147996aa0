CREATE TABLE meters (id int, customer int, reading int);
INSERT INTO meters
SELECT i, i % 100, 0 FROM generate_series(1, 10000) AS i;

-- A first reader marks rows as committed. Nobody counts that here.
SELECT count(*) AS all_meters FROM meters;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE meters SET reading = reading + 1 WHERE customer = 7;
SELECT count(*) AS meters FROM meters WHERE reading > 0;

-- What changes together lies together
CREATE TABLE sorted AS SELECT * FROM meters ORDER BY customer;
DROP TABLE meters;
ALTER TABLE sorted RENAME TO meters;

-- A first reader marks rows as committed. Nobody counts that here.
SELECT count(*) AS all_meters FROM meters;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE meters SET reading = reading + 1 WHERE customer = 7;
SELECT count(*) AS meters FROM meters WHERE reading > 0;
