CREATE TABLE test_toast AS
SELECT i AS id,
       jsonb_build_object(
         'key1', i,
         'key2', (SELECT jsonb_agg(0) FROM generate_series(
                    1, pow(10, 1 + 5.0 * i / 100.0)::int)),
         'key3', i,
         'key4', (SELECT jsonb_agg(0) FROM generate_series(
                    1, pow(10, 0 + 5.0 * i / 100.0)::int))
       ) AS jb
FROM generate_series(1, 100) AS i;
SELECT id, pg_column_size(jb) AS stored,
       pg_column_compression(jb) AS how,
       pg_column_size(jb || '{}') AS raw,
       round(pg_column_size(jb || '{}') / 1e6) AS mb
FROM test_toast WHERE id = 1 OR id % 10 = 0 ORDER BY id;

SELECT count(*) FROM test_toast WHERE jb->'key1' = jb->'key3';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1' FROM test_toast WHERE id = 10;

EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1' FROM test_toast WHERE id = 100;

EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1', jb->'key2', jb->'key3'
FROM test_toast WHERE id = 100;

EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT d->'key1', d->'key2', d->'key3'
FROM (SELECT jb || '{}' AS d
      FROM test_toast WHERE id = 100 OFFSET 0) AS unpacked;

CREATE TABLE doc (jb jsonb);
ALTER TABLE doc ALTER jb SET STORAGE EXTENDED;
INSERT INTO doc
SELECT jsonb_object_agg('key' || i, md5(i::text)) || '{"id": 1}'
FROM generate_series(1, 2) AS i;
SELECT pg_column_size(jb || '{}') AS raw, pg_column_size(jb) AS stored
FROM doc WHERE jb->'id' IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM doc;

DROP TABLE doc;

CREATE TABLE doc (jb jsonb);
ALTER TABLE doc ALTER jb SET STORAGE EXTERNAL;
INSERT INTO doc
SELECT jsonb_object_agg('key' || i, md5(i::text)) || '{"id": 1}'
FROM generate_series(1, 26) AS i;
SELECT pg_column_size(jb || '{}') AS raw, pg_column_size(jb) AS stored
FROM doc WHERE jb->'id' IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM doc;

DROP TABLE doc;

CREATE TABLE doc (jb jsonb);
ALTER TABLE doc ALTER jb SET STORAGE EXTERNAL;
INSERT INTO doc
SELECT jsonb_object_agg('key' || i, md5(i::text)) || '{"id": 1}'
FROM generate_series(1, 334) AS i;
SELECT pg_column_size(jb || '{}') AS raw, pg_column_size(jb) AS stored
FROM doc WHERE jb->'id' IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM doc;

DROP TABLE doc;

CREATE TABLE doc (jb jsonb);
ALTER TABLE doc ALTER jb SET STORAGE EXTENDED;
INSERT INTO doc
SELECT jsonb_object_agg('key' || i, md5(i::text)) || '{"id": 1}'
FROM generate_series(1, 3000) AS i;
SELECT pg_column_size(jb || '{}') AS raw, pg_column_size(jb) AS stored
FROM doc WHERE jb->'id' IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM doc;

DROP TABLE doc;

CREATE TABLE doc (jb jsonb);
ALTER TABLE doc ALTER jb SET STORAGE EXTENDED;
INSERT INTO doc
SELECT jsonb_object_agg('key' || i, md5(i::text)) || '{"id": 1}'
FROM generate_series(1, 30) AS i;
SELECT pg_column_size(jb || '{}') AS raw, pg_column_size(jb) AS stored
FROM doc WHERE jb->'id' IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM doc;

CREATE TABLE orders (id int PRIMARY KEY, doc jsonb);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'state ' || i % 3, 'lines',
            (SELECT jsonb_agg(md5(i || ' ' || j))
             FROM generate_series(1, 200) AS j))
FROM generate_series(1, 100) AS i;
CREATE VIEW states AS
SELECT id, doc->>'state' AS state FROM orders;
