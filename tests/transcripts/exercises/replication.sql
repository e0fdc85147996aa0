CREATE TABLE orders (id int PRIMARY KEY, state text, note text);
ALTER TABLE orders ALTER note SET STORAGE EXTERNAL;
INSERT INTO orders
SELECT i, 'new', repeat('n', 10000) FROM generate_series(1, 20) AS i;
CREATE TABLE notes (id int PRIMARY KEY, note text);

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'orders' \gset
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE orders SET state = 'paid';
SELECT count(DISTINCT chunk_id) AS missed FROM :toast;
SELECT sum(length(note)) AS letters
FROM (SELECT note FROM orders UNION ALL SELECT note FROM notes) AS a;

-- A table of their own for the notes
INSERT INTO notes SELECT id, note FROM orders;
UPDATE orders SET note = NULL;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'orders' \gset
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE orders SET state = 'paid';
SELECT count(DISTINCT chunk_id) AS missed FROM :toast;
SELECT sum(length(note)) AS letters
FROM (SELECT note FROM orders UNION ALL SELECT note FROM notes) AS a;
