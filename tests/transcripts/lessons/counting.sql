-- Rows
CREATE TABLE notes (id int, body text);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
INSERT INTO notes
SELECT i, CASE WHEN i % 10 > 0
            THEN repeat(md5((i % 50)::text), 250) END
FROM generate_series(1, 1000) AS i;
-- All is to be in memory, and the functions known.
SELECT count(*), count(md5(body)) FROM notes;
SELECT count(DISTINCT body) FROM notes WHERE id < 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(*) FROM notes;

-- Values that are there
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(body) FROM notes;

-- Different values
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(DISTINCT body) FROM notes;

-- Something short in its place
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(DISTINCT md5(body)) FROM notes;

-- Is it empty?
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(*) FILTER (WHERE body <> '') FROM notes;

-- Exercise: how many are different
CREATE TABLE texts (id int PRIMARY KEY, body text);
ALTER TABLE texts ALTER body SET STORAGE EXTERNAL;
INSERT INTO texts
SELECT i, repeat(md5((i % 10)::text), 200)
FROM generate_series(1, 200) AS i;
CREATE VIEW kinds AS SELECT count(DISTINCT body) AS n FROM texts;
