CREATE TABLE w (id int PRIMARY KEY, a text, b text);
ALTER TABLE w ALTER a SET STORAGE EXTERNAL;
INSERT INTO w VALUES (1, repeat('a', 10000), 'small');

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO w VALUES (2, repeat('a', 10000), 'small');

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET b = 'tiny' WHERE id = 1;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET a = a || 'x' WHERE id = 1;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
DELETE FROM w WHERE id = 2;

CREATE TABLE logged (v text);
ALTER TABLE logged ALTER v SET STORAGE EXTERNAL;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO logged
SELECT left(string_agg(md5(i::text), ''), 100)
FROM generate_series(1, 1875) AS i;
SELECT pg_column_size(v) AS stored FROM logged;

DROP TABLE logged;

CREATE TABLE logged (v text);
ALTER TABLE logged ALTER v SET STORAGE EXTENDED;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO logged
SELECT left(string_agg(md5(i::text), ''), 938)
FROM generate_series(1, 1875) AS i;
SELECT pg_column_size(v) AS stored FROM logged;

DROP TABLE logged;

CREATE TABLE logged (v text);
ALTER TABLE logged ALTER v SET STORAGE EXTENDED;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO logged
SELECT left(string_agg(md5(i::text), ''), 8800)
FROM generate_series(1, 1875) AS i;
SELECT pg_column_size(v) AS stored FROM logged;

DROP TABLE logged;

CREATE TABLE logged (v text);
ALTER TABLE logged ALTER v SET STORAGE EXTERNAL;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO logged
SELECT left(string_agg(md5(i::text), ''), 60000)
FROM generate_series(1, 1875) AS i;
SELECT pg_column_size(v) AS stored FROM logged;

DROP TABLE logged;

CREATE TABLE logged (v text);
ALTER TABLE logged ALTER v SET STORAGE EXTERNAL;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO logged
SELECT left(string_agg(md5(i::text), ''), 6000)
FROM generate_series(1, 1875) AS i;
SELECT pg_column_size(v) AS stored FROM logged;

CREATE TABLE diary (id int PRIMARY KEY, body text);
ALTER TABLE diary ALTER body SET STORAGE EXTERNAL;
INSERT INTO diary
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
