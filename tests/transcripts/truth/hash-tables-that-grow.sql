-- A hash table that gets more rows than were expected has more buckets in the end; rows of the same value then come in
-- another order.
CREATE TABLE a AS SELECT g AS x, 'v' || g AS y FROM generate_series(1, 600) g;
CREATE TABLE b AS SELECT g % 500 AS x, 'w' || g AS y FROM generate_series(1, 4000) g;
ANALYZE a, b;
SET enable_mergejoin = off;
SET enable_nestloop = off;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM a JOIN b ON a.x = b.x WHERE b.y || '' = b.y;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y) b ON a.x = b.x;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF, FORMAT JSON) SELECT * FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y) b ON a.x = b.x;
SELECT string_agg(y, ' ') FROM (SELECT a.x, b.y FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y) b ON a.x = b.x OFFSET 0) q WHERE x = 77;
SELECT string_agg(y, ' ') FROM (SELECT a.x, b.y FROM a LEFT JOIN b ON a.x = b.x OFFSET 0) q WHERE x = 77;
SELECT string_agg(left(y, 5), ' ') FROM (SELECT a.x, b.y FROM a LEFT JOIN (SELECT x, y || repeat('z', CASE WHEN x = 77 THEN 9000 ELSE 0 END) AS y FROM b WHERE y || '' = y OFFSET 0) b ON a.x = b.x OFFSET 0) q WHERE x = 77;
SELECT md5(string_agg(q::text, ';')) FROM (SELECT a.x, b.y FROM a FULL JOIN (SELECT * FROM b WHERE y || '' = y) b ON a.x = b.x OFFSET 0) q;
SELECT md5(string_agg(q::text, ';')) FROM (SELECT b.y FROM b WHERE NOT EXISTS (SELECT FROM a WHERE a.x = b.x AND a.y || '' = a.y) OFFSET 0) q;
-- The last row does not count.
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y AND substr(y, 2)::int <= 1024) b ON a.x = b.x;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y AND substr(y, 2)::int <= 1025) b ON a.x = b.x;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y AND substr(y, 2)::int <= 1026) b ON a.x = b.x;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM a LEFT JOIN (SELECT * FROM b WHERE y || '' = y AND substr(y, 2)::int <= 2050) b ON a.x = b.x;
