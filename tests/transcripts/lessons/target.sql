-- Lower is not earlier
CREATE TABLE goal (id int, a text, b text, c text);
ALTER TABLE goal SET (toast_tuple_target = 256);
INSERT INTO goal
VALUES (1, repeat('a', 600), repeat('b', 600), repeat('c', 600));
SELECT id, pg_column_size(a) AS a, pg_column_size(b) AS b,
       pg_column_size(c) AS c
FROM goal;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('goal', 0));

-- Where it stops
INSERT INTO goal
VALUES (2, repeat('a', 700), repeat('b', 700), repeat('c', 700));
SELECT id, pg_column_size(a) AS a, pg_column_size(b) AS b,
       pg_column_size(c) AS c
FROM goal ORDER BY id;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('goal', 0));

-- The other direction
ALTER TABLE goal SET (toast_tuple_target = 8160);
INSERT INTO goal
VALUES (3, repeat('a', 1000), repeat('b', 1000), repeat('c', 1000));
SELECT lp, lp_len FROM heap_page_items(get_raw_page('goal', 0));

-- Lifting the curse
CREATE TABLE test (jb jsonb);
ALTER TABLE test ALTER COLUMN jb SET STORAGE EXTERNAL;
INSERT INTO test
SELECT jsonb_build_object(
         'id', i, 'bar', 'baz',
         'foo', (SELECT jsonb_agg(0)
                 FROM generate_series(1, 1960/12)))
FROM generate_series(1, 1000) AS i;
SELECT count(jb->'id') FROM test;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test;

-- After the change
ALTER TABLE test SET (toast_tuple_target = 4096);
VACUUM FULL test;
SELECT count(jb->'id') FROM test;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test;
SELECT count(*) AS rows_on_page
FROM heap_page_items(get_raw_page('test', 0));

-- Any target
CREATE TABLE turned (a text, b text, c text)
WITH (toast_tuple_target = 2032);
INSERT INTO turned
SELECT repeat('a', 1000), repeat('b', 1000), repeat('c', 1000);
SELECT num_nulls(a_how, b_how, c_how) AS plain,
       num_nonnulls(a_how, b_how, c_how) AS squeezed
FROM (SELECT pg_column_compression(a) AS a_how,
             pg_column_compression(b) AS b_how,
             pg_column_compression(c) AS c_how FROM turned) AS how;
SELECT lp_len AS on_page
FROM heap_page_items(get_raw_page('turned', 0));

-- Exercise: a table for counting
CREATE TABLE pairs (id int, a text, b text);
INSERT INTO pairs
SELECT n, t, reverse(t)
FROM (SELECT n, (SELECT string_agg(md5(n || ' ' || i), '')
                 FROM generate_series(1, 36) AS i) AS t
      FROM generate_series(1, 100) AS n) AS texts;
