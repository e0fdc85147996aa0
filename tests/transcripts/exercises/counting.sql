CREATE TABLE texts (id int PRIMARY KEY, body text);
ALTER TABLE texts ALTER body SET STORAGE EXTERNAL;
INSERT INTO texts
SELECT i, repeat(md5((i % 10)::text), 200)
FROM generate_series(1, 200) AS i;
CREATE VIEW kinds AS SELECT count(DISTINCT body) AS n FROM texts;

SELECT sum(length(body)) AS letters FROM texts;
SELECT n FROM kinds;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT n FROM kinds;

-- A hash in each row
ALTER TABLE texts
  ADD hash text GENERATED ALWAYS AS (md5(body)) STORED;
CREATE OR REPLACE VIEW kinds AS
SELECT count(DISTINCT hash) AS n FROM texts;

SELECT sum(length(body)) AS letters FROM texts;
SELECT n FROM kinds;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT n FROM kinds;
