-- Values that the inner side of a Memoize reads twice.
CREATE TABLE x (a int, b int); INSERT INTO x SELECT g % 10, g % 7 FROM generate_series(1, 1000) g; CREATE TABLE y (a int, t text); INSERT INTO y SELECT g, 'y' || g FROM generate_series(1, 3000) g; CREATE INDEX ON y (a); ANALYZE x, y;
SET enable_hashjoin = off; SET enable_mergejoin = off;
EXPLAIN (COSTS OFF) SELECT * FROM x, LATERAL (SELECT count(*) FROM y WHERE y.a < x.a AND y.a > x.a - 3) z;
EXPLAIN (COSTS OFF) SELECT * FROM x, LATERAL (SELECT * FROM y WHERE y.a = x.a AND length(t) > x.a OFFSET 0) z;
EXPLAIN (COSTS OFF) SELECT * FROM x, LATERAL generate_series(x.a, x.a + x.b) z;
EXPLAIN (COSTS OFF) SELECT * FROM x JOIN y ON y.a = x.a AND y.a + 0 = x.a;
EXPLAIN (COSTS OFF) SELECT * FROM x JOIN y ON y.a = x.a AND y.a = x.b;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM x, LATERAL generate_series(x.a, x.a + x.b) z;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM x, LATERAL (SELECT count(*) FROM y WHERE y.a < x.a AND y.a > x.a - 3) z;
SET work_mem = '64kB';
EXPLAIN SELECT * FROM x, LATERAL (SELECT count(*) FROM y WHERE y.a < x.a AND y.a > x.a - 3 and x.a > x.b) z;
