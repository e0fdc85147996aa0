-- A column that two constants are compared with equals none of them both: nothing is found.
CREATE TABLE c (a int, b text);
INSERT INTO c SELECT g, 'x' FROM generate_series(1, 10) g;
CREATE TABLE d (a int, b text);
INSERT INTO d SELECT g, 'x' FROM generate_series(1, 10) g;
CREATE INDEX ON c (a);
VACUUM ANALYZE c;
VACUUM ANALYZE d;
EXPLAIN SELECT * FROM c WHERE a = 1 AND a = 2;
SELECT * FROM c WHERE a = 1 AND a = 2;
EXPLAIN SELECT * FROM c WHERE a = 1 AND 1 = a;
EXPLAIN SELECT * FROM c WHERE a = 1 AND a = 2 AND b = 'x';
EXPLAIN SELECT * FROM c WHERE a = 1 AND a = 2 AND a = 3;
EXPLAIN SELECT * FROM c WHERE b = 'x' AND b = 'y';
EXPLAIN SELECT * FROM c WHERE a = 1 AND a = 2::bigint;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT * FROM c WHERE a = 1 AND a = 2;
-- By place, and by table.
EXPLAIN SELECT * FROM c WHERE ctid = '(0,1)' AND ctid = '(0,2)';
SELECT * FROM c WHERE ctid = '(0,1)' AND ctid = '(0,2)';
SELECT * FROM c WHERE ctid = '(0,2)' AND ctid = '(0,2)';
SELECT * FROM c WHERE tableoid = 'c'::regclass AND tableoid = 2;
-- Rows that are not there are not changed.
EXPLAIN UPDATE c SET b = 'y' WHERE a = 1 AND a = 2;
UPDATE c SET b = 'y' WHERE a = 1 AND a = 2;
DELETE FROM c WHERE a = 1 AND a = 2;
-- Joins.
EXPLAIN SELECT * FROM c, d WHERE c.a = 1 AND d.a = 2 AND c.a = d.a;
SELECT * FROM c, d WHERE c.a = 1 AND d.a = 2 AND c.a = d.a;
EXPLAIN SELECT * FROM c, d WHERE c.a = 1 AND d.a = 1 AND c.a = d.a;
EXPLAIN SELECT * FROM c, d WHERE c.a = 1 AND c.a = 2 AND d.b = 'x';
EXPLAIN SELECT * FROM c WHERE a IN (SELECT a FROM d WHERE a = 1 AND a = 2);
EXPLAIN (COSTS OFF) SELECT * FROM c LEFT JOIN d ON c.a = d.a WHERE c.a = 1 AND c.a = 2;
EXPLAIN SELECT * FROM c WHERE a = 1 AND a = NULL;
SELECT count(*) FROM c LEFT JOIN d ON c.a = d.a AND d.a = 1 AND d.a = 2;
SELECT count(*) FROM c WHERE NOT EXISTS (SELECT FROM d WHERE d.a = c.a AND d.a = 1 AND d.a = 2);
SELECT count(*) FROM c WHERE a NOT IN (SELECT a FROM d WHERE d.a = 1 AND d.a = 2);
-- Views, aggregates, functions, lists.
CREATE VIEW v AS SELECT * FROM c WHERE a = 1;
EXPLAIN SELECT * FROM v WHERE a = 2;
SELECT * FROM v WHERE a = 2;
EXPLAIN SELECT count(*) FROM c WHERE a = 1 AND a = 2;
SELECT count(*) FROM c WHERE a = 1 AND a = 2;
SELECT count(*) FROM (SELECT * FROM c WHERE a = 1 AND a = 2 UNION ALL SELECT * FROM d) x;
SELECT count(*) FROM d WHERE (SELECT count(*) FROM c WHERE c.a = d.a AND c.a = 1 AND c.a = 2) = 0;
SELECT * FROM generate_series(1, 3) g WHERE g = 1 AND g = 2;
SELECT a, count(*) FROM c GROUP BY a HAVING a = 1 AND a = 2 AND count(*) > 0;
SELECT * FROM (VALUES (1), (2)) v (a) WHERE a = 1 AND a = 2;
-- Values that are known only when the plan runs.
EXPLAIN SELECT * FROM c WHERE a = (SELECT 1) AND a = 2;
SELECT * FROM c WHERE a = (SELECT 1) AND a = 2;
SELECT * FROM c WHERE a = (SELECT 2) AND a = 2;
EXPLAIN SELECT * FROM c WHERE a = length('a' || current_user) AND a = 2;
PREPARE p(int, int) AS SELECT * FROM c WHERE a = $1 AND a = $2;
EXPLAIN EXECUTE p(1, 2);
EXECUTE p(1, 2);
EXECUTE p(2, 2);
SET plan_cache_mode = force_generic_plan;
EXPLAIN EXECUTE p(1, 2);
EXECUTE p(1, 2);
EXECUTE p(2, 2);
