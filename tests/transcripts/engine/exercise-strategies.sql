SET toastscope.server = 'toasters';
SET jsonb_toaster.partial_decompression = off;
SET jsonb_toaster.partial_detoast = off;
SET jsonb_toaster.sort_values = off;
SET jsonb_toaster.inline_prefix = off;
SET jsonb_toaster.compress_fields = off;
SET jsonb_toaster.toast_fields = off;
SET jsonb_toaster.toast_field_arrays = off;
SET jsonb_toaster.inplace_updates = off;
CREATE TABLE orders (
  id int PRIMARY KEY, jb jsonb TOASTER jsonb_toaster);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'new', 'lines',
            (SELECT jsonb_agg(j) FROM generate_series(1, 20000) AS j))
FROM generate_series(1, 20) AS i;

SELECT count(*) AS orders FROM orders
WHERE jsonb_array_length(jb->'lines') = 20000;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'state' FROM orders WHERE id = 5;

-- Long fields are stored by themselves
SET jsonb_toaster.toast_fields = on;
UPDATE orders SET jb = jsonb_set(jb, '{state}', '"new"');

SELECT count(*) AS orders FROM orders
WHERE jsonb_array_length(jb->'lines') = 20000;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'state' FROM orders WHERE id = 5;
