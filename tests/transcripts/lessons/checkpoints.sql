-- A full page
CREATE TABLE s (id int, v text);
INSERT INTO s
SELECT i, 'value ' || i FROM generate_series(1, 160) AS i;
UPDATE s SET v = 'warm' WHERE id = 2;
SELECT upper - lower AS free
FROM page_header(get_raw_page('s', 0));

-- A small change
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE s SET v = 'tiny' WHERE id = 1;

-- The same, after a checkpoint
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE s SET v = 'again' WHERE id = 1;

-- Once is enough
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE s SET v = 'more!' WHERE id = 1;

-- Exercise: fewer whole pages
CREATE TABLE meters (id int, customer int, reading int);
INSERT INTO meters
SELECT i, i % 100, 0 FROM generate_series(1, 10000) AS i;
