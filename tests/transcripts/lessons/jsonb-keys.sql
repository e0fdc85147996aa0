-- A hundred documents
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

-- A key of a small document
SELECT count(*) FROM test_toast WHERE jb->'key1' = jb->'key3';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1' FROM test_toast WHERE id = 10;

-- A key of the largest
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1' FROM test_toast WHERE id = 100;

-- Three keys
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1', jb->'key2', jb->'key3'
FROM test_toast WHERE id = 100;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT d->'key1', d->'key2', d->'key3'
FROM (SELECT jb || '{}' AS d
      FROM test_toast WHERE id = 100 OFFSET 0) AS unpacked;

-- A document as people have it
CREATE TABLE doc (jb jsonb, zeros jsonb);
INSERT INTO doc
SELECT jsonb_object_agg('key' || i, md5(i::text)) || '{"id": 1}',
       jsonb_object_agg('key' || i, repeat('0', 32)) || '{"id": 1}'
FROM generate_series(1, 20000) AS i;
SELECT round(pg_column_size(jb || '{}') / 1000.0) AS kb,
       pg_column_size(jb) AS stored,
       pg_column_size(zeros) AS zeros_stored
FROM doc WHERE jb->'id' = zeros->'id';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM doc;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT zeros->'id' FROM doc;

-- An element's place
CREATE TABLE cart (jb jsonb);
INSERT INTO cart
SELECT jsonb_build_object('lines', jsonb_agg(md5(i::text)))
FROM generate_series(0, 2000) AS i;
SELECT count(jb->'lines') FROM cart;
CREATE FUNCTION cost(what text, query text) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  line text;
  n int;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, WAL) ' || query LOOP
    n := coalesce(n, substring(line FROM what || '=(\d+)')::int);
  END LOOP;
  RETURN n;
END $$;
SELECT place,
  cost('hit', format('SELECT jb->''lines''->%s FROM cart', place))
    AS fetched,
  cost('bytes', format('UPDATE cart
    SET jb = jsonb_set(jb, ''{lines,%s}'', ''"x"'')', place)) / 1000
    AS logged
FROM generate_series(0, 2000, 250) AS place;

-- Exercise: the state of every order
CREATE TABLE orders (id int PRIMARY KEY, doc jsonb);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'state ' || i % 3, 'lines',
            (SELECT jsonb_agg(md5(i || ' ' || j))
             FROM generate_series(1, 200) AS j))
FROM generate_series(1, 100) AS i;
CREATE VIEW states AS
SELECT id, doc->>'state' AS state FROM orders;
