CREATE TABLE orders (id int PRIMARY KEY, cust int, total numeric, status text, note text);
INSERT INTO orders SELECT i, (i * 7919) % 1000, (i % 977) * 1.1, CASE WHEN i % 50 = 0 THEN 'open' ELSE 'done' END, repeat('n', i % 80)
FROM generate_series(1, 20000) i;
CREATE INDEX orders_cust ON orders (cust);
CREATE INDEX orders_open ON orders (id) WHERE status = 'open';
CREATE INDEX orders_cover ON orders (cust) INCLUDE (total);
VACUUM ANALYZE orders;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM orders WHERE id = 777;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM orders;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(total) FROM orders WHERE cust = 5;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT note FROM orders WHERE cust = 5;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM orders WHERE status = 'open' AND id < 5000;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT status, count(*), sum(total) FROM orders GROUP BY status;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM orders ORDER BY total DESC, id LIMIT 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT o.id FROM orders o JOIN orders p ON p.id = o.id + 1 WHERE o.cust = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT max(id), min(id) FROM orders;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id, rank() OVER (PARTITION BY cust ORDER BY total) FROM orders WHERE cust < 2;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE orders SET note = 'x' WHERE cust = 5;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) DELETE FROM orders WHERE id BETWEEN 100 AND 200;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(total) FROM orders WHERE cust = 5;
EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT upper(note) FROM orders WHERE id = 1;
EXPLAIN SELECT * FROM orders WHERE cust BETWEEN 10 AND 20;
EXPLAIN SELECT cust, count(*) FROM orders GROUP BY cust HAVING count(*) > 20;
EXPLAIN (FORMAT JSON, COSTS OFF) SELECT id FROM orders WHERE id < 5;
EXPLAIN (FORMAT YAML) SELECT 1;
SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM orders WHERE id = 777;
RESET ALL;
CREATE EXTENSION pg_buffercache;
SELECT c.relname, count(*) AS buffers, count(*) FILTER (WHERE b.isdirty) AS dirty, max(b.usagecount) AS usage
FROM pg_buffercache b JOIN pg_class c ON b.relfilenode = pg_relation_filenode(c.oid)
WHERE c.relname LIKE 'orders%' GROUP BY c.relname ORDER BY c.relname;
SELECT relforknumber, count(*) FROM pg_buffercache WHERE relfilenode = pg_relation_filenode('orders') GROUP BY 1 ORDER BY 1;
CHECKPOINT;
SELECT count(*) FROM pg_buffercache WHERE relfilenode = pg_relation_filenode('orders') AND isdirty;
DROP TABLE orders;
