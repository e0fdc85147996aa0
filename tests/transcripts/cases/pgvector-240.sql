-- github.com/pgvector/pgvector, issue 240: vectors of 768 numbers lie out of line; a scan reads them one by one through the
-- index of TOAST. PLAIN keeps them in the row.
CREATE TABLE items (id int PRIMARY KEY, embedding real[]);
CREATE TABLE items_external (LIKE items INCLUDING ALL);
CREATE TABLE items_plain (LIKE items INCLUDING ALL);
ALTER TABLE items_external ALTER embedding SET STORAGE EXTERNAL;
ALTER TABLE items_plain ALTER embedding SET STORAGE PLAIN;
INSERT INTO items SELECT i, (SELECT array_agg((sin(i * 768 + j))::real) FROM generate_series(1, 768) j) FROM generate_series(1, 300) i;
INSERT INTO items_external SELECT * FROM items;
INSERT INTO items_plain SELECT * FROM items;
VACUUM ANALYZE items, items_external, items_plain;
SELECT relname, relpages, pg_relation_size(reltoastrelid) / 8192 AS toast_pages FROM pg_class WHERE relname LIKE 'items%' AND relkind = 'r' ORDER BY 1;
SELECT sum(embedding[1]) FROM items;
SELECT sum(embedding[1]) FROM items_external;
SELECT sum(embedding[1]) FROM items_plain;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(embedding[1]) FROM items;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(embedding[1]) FROM items_external;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(embedding[1]) FROM items_plain;
EXPLAIN (COSTS ON) SELECT sum(embedding[1]) FROM items;
EXPLAIN (COSTS ON) SELECT sum(embedding[1]) FROM items_plain;
