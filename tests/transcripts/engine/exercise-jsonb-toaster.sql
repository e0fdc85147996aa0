SET toastscope.server = 'toasters';

CREATE TABLE orders (id int PRIMARY KEY, jb jsonb);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'new', 'lines',
            (SELECT jsonb_agg(j) FROM generate_series(1, 20000) AS j))
FROM generate_series(1, 10) AS i;

SELECT count(*) AS orders FROM orders
WHERE jsonb_array_length(jb->'lines') = 20000;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'state' FROM orders WHERE id = 5;

-- The toaster that knows jsonb, and each document written anew
ALTER TABLE orders ALTER jb SET TOASTER jsonb_toaster;
UPDATE orders SET jb = jsonb_set(jb, '{state}', '"new"');

SELECT count(*) AS orders FROM orders
WHERE jsonb_array_length(jb->'lines') = 20000;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'state' FROM orders WHERE id = 5;
