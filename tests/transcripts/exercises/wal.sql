CREATE TABLE diary (id int PRIMARY KEY, body text);
ALTER TABLE diary ALTER body SET STORAGE EXTERNAL;
INSERT INTO diary
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE diary SET body = body || 'x';
SELECT count(*) AS whole FROM diary
WHERE length(body) > 10000 AND replace(body, 'x', '') = '';

-- Compressed, the new values have no chunks
ALTER TABLE diary ALTER body SET STORAGE EXTENDED;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE diary SET body = body || 'x';
SELECT count(*) AS whole FROM diary
WHERE length(body) > 10000 AND replace(body, 'x', '') = '';
