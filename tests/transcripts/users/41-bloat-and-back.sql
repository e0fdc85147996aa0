-- how much of my table is bloat, and what gets it back?
CREATE EXTENSION IF NOT EXISTS pgstattuple;
CREATE EXTENSION IF NOT EXISTS pg_freespacemap;
CREATE TABLE orders (id bigserial PRIMARY KEY, customer int NOT NULL, status text NOT NULL DEFAULT 'new', note text, created date DEFAULT '2024-01-01');
INSERT INTO orders (customer, note) SELECT i % 500, 'note ' || i FROM generate_series(1, 20000) i;
CREATE INDEX orders_customer_idx ON orders (customer);
CREATE INDEX orders_status_idx ON orders (status);
VACUUM ANALYZE orders;
SELECT pg_size_pretty(pg_relation_size('orders')) AS heap, pg_size_pretty(pg_indexes_size('orders')) AS indexes, pg_size_pretty(pg_total_relation_size('orders')) AS total;
UPDATE orders SET status = 'paid' WHERE id % 2 = 0;
UPDATE orders SET status = 'shipped' WHERE id % 4 = 0;
SELECT pg_size_pretty(pg_relation_size('orders')) AS heap, pg_size_pretty(pg_indexes_size('orders')) AS indexes;
SELECT table_len, tuple_count, tuple_percent, dead_tuple_count, dead_tuple_percent, free_percent FROM pgstattuple('orders');
SELECT * FROM pgstattuple_approx('orders');
SELECT indexrelid::regclass AS index, s.index_size, s.leaf_pages, s.avg_leaf_density, s.leaf_fragmentation, s.deleted_pages
  FROM pg_index i, LATERAL pgstatindex(i.indexrelid) s WHERE indrelid = 'orders'::regclass ORDER BY 1;
VACUUM orders;
SELECT table_len, tuple_count, dead_tuple_count, free_space, free_percent FROM pgstattuple('orders');
SELECT count(*) AS pages, sum(avail) AS free, max(avail) FROM pg_freespace('orders');
SELECT width_bucket(avail, 0, 8192, 4) AS quarter, count(*) FROM pg_freespace('orders') GROUP BY 1 ORDER BY 1;
INSERT INTO orders (customer, note) SELECT i % 500, 'again ' || i FROM generate_series(1, 5000) i;
SELECT pg_size_pretty(pg_relation_size('orders')) AS heap_after_insert;
DELETE FROM orders WHERE id > 10000;
VACUUM (VERBOSE OFF) orders;
SELECT pg_size_pretty(pg_relation_size('orders')) AS heap, pg_size_pretty(pg_indexes_size('orders')) AS indexes;
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE 'orders%' AND relkind IN ('r', 'i') ORDER BY 1;
REINDEX TABLE orders;
SELECT relname, relpages FROM pg_class WHERE relname LIKE 'orders%' AND relkind = 'i' ORDER BY 1;
-- the estimate everybody copies from the wiki, made short
SELECT c.relname, c.relpages,
       ceil(c.reltuples * (SELECT sum(s.avg_width) + 24 + 4 FROM pg_stats s WHERE s.tablename = c.relname) / (8192 - 24)) AS needed
  FROM pg_class c WHERE c.relname = 'orders';
VACUUM FULL orders;
SELECT pg_size_pretty(pg_relation_size('orders')) AS heap, pg_size_pretty(pg_indexes_size('orders')) AS indexes;
SELECT relname, relpages, reltuples FROM pg_class WHERE relname LIKE 'orders%' AND relkind IN ('r', 'i') ORDER BY 1;
SELECT n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'orders';
