-- An outer join by a column that WHERE compares with a constant: the inner side is read with that constant.
CREATE TABLE p (id int PRIMARY KEY, a text, k int);
CREATE TABLE q (id int PRIMARY KEY, p int, b text);
CREATE TABLE r (id bigint PRIMARY KEY, q int, n numeric);
INSERT INTO p SELECT i, 'a' || i, i % 50 FROM generate_series(1, 500) i;
INSERT INTO q SELECT i, i % 500 + 1, 'b' || i FROM generate_series(1, 2000) i;
INSERT INTO r SELECT i, i % 100, i FROM generate_series(1, 3000) i;
VACUUM ANALYZE p, q, r;
-- without an index on the inner column
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.id WHERE p.id = 7;
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON p.id = q.p AND q.b LIKE 'b1%' WHERE p.id = 7;
CREATE INDEX ON q (p);
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.id WHERE p.id = 7;
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.id WHERE p.id = 7 FOR UPDATE OF p;
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.id AND q.id > p.k WHERE p.id = 7;
EXPLAIN SELECT p.a, q.b FROM q RIGHT JOIN p ON q.p = p.id WHERE 7 = p.id;
-- by a unique column
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.id = p.id WHERE p.id = 7;
EXPLAIN SELECT p.a FROM p LEFT JOIN q ON q.id = p.id WHERE p.id = 7;
-- another type
EXPLAIN SELECT p.a, r.n FROM p LEFT JOIN r ON r.id = p.id WHERE p.id = 7;
-- a chain of joins, and one after the other
EXPLAIN SELECT * FROM p LEFT JOIN q ON q.p = p.id LEFT JOIN r ON r.id = q.p WHERE p.id = 7;
EXPLAIN SELECT * FROM p LEFT JOIN q ON q.p = p.id LEFT JOIN r ON r.id = p.id WHERE p.id = 7;
EXPLAIN SELECT * FROM p LEFT JOIN (q JOIN r ON r.q = q.id) ON q.p = p.id WHERE p.id = 7;
-- not a constant, and one of no equality
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.id WHERE p.id < 3;
EXPLAIN SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.k WHERE p.k = 7;
-- NULLs above the join are no constants
EXPLAIN SELECT p.a, q.p FROM p LEFT JOIN q ON q.p = p.k WHERE p.k = 7 ORDER BY q.p, p.a;
SELECT p.id, q.p, q.id FROM p LEFT JOIN q ON q.p = p.id AND q.id < 0 WHERE p.id = 7 ORDER BY q.p;
SELECT p.id, q.p, q.id FROM p LEFT JOIN q ON q.p = p.id WHERE p.id = 7 ORDER BY q.p, q.id;
SELECT q.p, count(*) FROM p LEFT JOIN q ON q.p = p.k AND q.id < 600 WHERE p.k = 7 GROUP BY q.p;
-- anti-joins and parameters
EXPLAIN SELECT p.a FROM p WHERE p.id = 7 AND NOT EXISTS (SELECT FROM q WHERE q.p = p.id);
EXPLAIN SELECT p.a FROM p LEFT JOIN q ON q.p = p.id WHERE p.id = 7 AND q.id IS NULL;
PREPARE one(int) AS SELECT p.a, q.b FROM p LEFT JOIN q ON q.p = p.id WHERE p.id = $1;
EXPLAIN EXECUTE one(7);
SET plan_cache_mode = force_generic_plan;
EXPLAIN EXECUTE one(7);
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE one(7);
-- a row without a match joins nothing by the column that it does not have
DELETE FROM q WHERE p = 7;
SELECT p.id, q.p, r.id AS r FROM p LEFT JOIN q ON q.p = p.id LEFT JOIN r ON r.id = q.p WHERE p.id = 7;
SET join_collapse_limit = 1;
SELECT p.id, q.p, r.id AS r FROM p LEFT JOIN q ON q.p = p.id LEFT JOIN r ON r.id = q.p WHERE p.id = 7;
EXPLAIN (COSTS OFF) SELECT p.id, q.p, r.id AS r FROM p LEFT JOIN q ON q.p = p.id LEFT JOIN r ON r.id = q.p WHERE p.id = 7;
