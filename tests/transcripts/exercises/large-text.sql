CREATE TABLE texts (id int, body text);
ALTER TABLE texts ALTER body SET STORAGE EXTERNAL;
INSERT INTO texts
SELECT 1, repeat('All work and no play. ', 9091);

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO texts SELECT 2, repeat('All work and no play. ', 9092);
SELECT max(length(body)) AS letters FROM texts WHERE id = 2;

-- Compressed by pglz
ALTER TABLE texts ALTER body SET STORAGE EXTENDED;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO texts SELECT 2, repeat('All work and no play. ', 9092);
SELECT max(length(body)) AS letters FROM texts WHERE id = 2;
