-- What stands above min() and max() that an index gives, HAVING without groups, sub-queries in an outer query's aggregate,
-- and a merge join that keeps the rows of its right side.
CREATE TABLE t (a int, b int);
INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 1000) i;
CREATE INDEX ON t (a);
VACUUM ANALYZE t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT DISTINCT max(a) FROM t;
SELECT DISTINCT max(a) FROM t;
SELECT DISTINCT min(a), max(a) FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT max(a) FROM t ORDER BY 1;
SELECT max(a) FROM t ORDER BY 1;
EXPLAIN (VERBOSE, COSTS OFF) SELECT max(a) FROM t ORDER BY max(a) + 1;
EXPLAIN (VERBOSE, COSTS OFF) SELECT max(a), generate_series(1, 3) AS g FROM t ORDER BY g DESC;
SELECT max(a), generate_series(1, 3) AS g FROM t ORDER BY g DESC;
SELECT max(a), row_number() OVER (ORDER BY min(a)) FROM t;
SELECT max(a) + min(a) AS s FROM t ORDER BY s LIMIT 1;
INSERT INTO t SELECT DISTINCT max(a) + 1, 5 FROM t;
SELECT max(a), min(a) FROM t HAVING max(a) > 1000;
-- HAVING without aggregates or groups reads no rows
CREATE TABLE h (a int, b int);
INSERT INTO h VALUES (0, 1), (1, 2);
EXPLAIN SELECT 1 AS one FROM h WHERE 1 / a = 1 HAVING 1 < 2;
SELECT 1 AS one FROM h WHERE 1 / a = 1 HAVING 1 < 2;
EXPLAIN SELECT 1 AS one FROM h HAVING 1 > 2;
SELECT 1 AS one FROM h HAVING 1 > 2;
EXPLAIN SELECT 1 AS one FROM h HAVING random() < 2;
SELECT count(*) FROM (SELECT 1 FROM h HAVING true) s;
SELECT sum(a) FROM h HAVING true;
SELECT a FROM h HAVING true;
SELECT EXISTS (SELECT 1 FROM h HAVING 1 > 2), (SELECT 7 FROM h HAVING true);
SELECT 1 FROM h HAVING true UNION ALL SELECT 2 FROM h HAVING false;
-- A sub-query in an aggregate of the query around
EXPLAIN (VERBOSE, COSTS OFF) SELECT (SELECT max((SELECT i.b FROM t i WHERE i.a = o.a LIMIT 1))) FROM t o;
SELECT (SELECT max((SELECT i.b FROM t i WHERE i.a = o.a LIMIT 1))) FROM t o;
SELECT (SELECT sum((SELECT i.b FROM t i WHERE i.a = o.a LIMIT 1))) FROM t o;
-- A merge join whose order covers only some of its conditions
CREATE TABLE m (u int, h int, k int, l int, f int);
INSERT INTO m SELECT i, i % 100, i % 1000, i % 2000, i % 5000 FROM generate_series(0, 9999) i;
CREATE INDEX ON m (u);
VACUUM ANALYZE m;
SET enable_hashjoin = off;
SET enable_nestloop = off;
SELECT count(*) FROM m x LEFT JOIN m y ON x.k = y.u AND x.l = y.h AND x.f = y.u;
