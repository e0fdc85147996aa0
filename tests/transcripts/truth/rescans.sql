-- What is computed again when a node starts over, and what is kept: only parameters that changed count.
CREATE TABLE a (id int, x int);
CREATE TABLE b (id int, y int);
INSERT INTO a SELECT g, g % 3 FROM generate_series(1, 5) g;
INSERT INTO b SELECT g, g % 4 FROM generate_series(1, 20) g;
ANALYZE;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
\set shown 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)'
-- The inner side reads a parameter of the whole query, which does not change.
:shown SELECT * FROM a JOIN b ON a.x < b.y WHERE b.id < (SELECT max(id) FROM a);
-- The inner side has a sub-query with a parameter of its own.
:shown SELECT * FROM a JOIN b ON a.x < b.y WHERE b.id = (SELECT max(c.id) FROM b c WHERE c.id = b.id);
:shown SELECT * FROM a JOIN b ON a.x < b.y WHERE b.id NOT IN (SELECT x FROM a);
-- A hashed sub-query that reads the row of a query further out is made anew for it.
SELECT a.id, (SELECT count(*) FROM b WHERE b.y NOT IN (SELECT c.x FROM a c WHERE c.id > a.id)) FROM a;
:shown SELECT a.id, (SELECT count(*) FROM b WHERE b.y NOT IN (SELECT c.x FROM a c WHERE c.id > a.id)) FROM a;
SELECT a.id, (SELECT count(*) FROM b WHERE b.y IN (SELECT c.x FROM a c WHERE c.id > a.id) OR b.id = 3) FROM a;
-- So is a CTE, and an uncorrelated sub-query in one that is correlated.
SELECT a.id, (WITH w AS MATERIALIZED (SELECT b.id FROM b WHERE b.y = a.x) SELECT sum(id) FROM w) FROM a;
:shown SELECT a.id, (WITH w AS MATERIALIZED (SELECT b.id FROM b WHERE b.y = a.x) SELECT sum(w.id + v.id) FROM w, w v) FROM a;
SELECT a.id, (SELECT sum(b.id) FROM b WHERE b.y > (SELECT avg(c.y) FROM b c WHERE c.id > a.id * 3)) FROM a;
:shown SELECT a.id, (SELECT sum(b.id) FROM b WHERE b.y > (SELECT avg(c.y) FROM b c WHERE c.id > a.id * 3)) FROM a;
:shown SELECT a.id, (SELECT sum(b.id) FROM b WHERE b.id > a.id AND b.y > (SELECT avg(c.y) FROM b c)) FROM a;
-- Groups in a hash table are read again, a sort is not repeated.
:shown SELECT * FROM a LEFT JOIN (SELECT y, count(*) AS n FROM b GROUP BY y) g ON g.n > a.x;
:shown SELECT * FROM a LEFT JOIN (SELECT y, count(*) AS n FROM b GROUP BY y OFFSET 0) g ON g.n > a.x;
:shown SELECT a.id, q.n FROM a, LATERAL (SELECT y, count(*) + a.x AS n FROM b GROUP BY y) q WHERE q.y = 1;
:shown SELECT a.id, q.n FROM a, LATERAL (SELECT y, count(*) FILTER (WHERE b.id > a.x) AS n FROM b GROUP BY y) q WHERE q.n > 1;
SELECT a.id, q.n FROM a, LATERAL (SELECT y, count(*) FILTER (WHERE b.id > a.x + 10) AS n FROM b GROUP BY y) q WHERE q.n > 1;
:shown SELECT a.id, s.y FROM a, LATERAL (SELECT DISTINCT y FROM b ORDER BY y DESC LIMIT 2) s WHERE s.y > a.x;
:shown SELECT a.id, s.y FROM a, LATERAL (SELECT y FROM b ORDER BY y DESC, id LIMIT a.x) s;
SELECT a.id, s.y FROM a, LATERAL (SELECT y FROM b ORDER BY y DESC, id LIMIT a.x) s;
-- Functions, set operations and windows.
:shown SELECT a.id, g FROM a LEFT JOIN generate_series(1, 4) g ON g > a.x;
:shown SELECT a.id, g FROM a, LATERAL generate_series(1, a.x) g;
:shown SELECT a.id, u.x FROM a LEFT JOIN (SELECT x FROM a INTERSECT SELECT y FROM b) u ON u.x > a.x;
:shown SELECT a.id, u.n FROM a LEFT JOIN (SELECT row_number() OVER (ORDER BY id) AS n FROM b) u ON u.n < a.x;
:shown SELECT a.id, (SELECT count(*) FROM (SELECT x FROM a i EXCEPT SELECT y FROM b WHERE b.id < a.id) u) FROM a;
-- A hash join and a cache of rows inside of a nested loop.
SET enable_hashjoin = on;
SET enable_nestloop = off;
:shown SELECT a.id, (SELECT count(*) FROM b JOIN a i ON i.id = b.id WHERE b.y >= a.x) FROM a;
:shown SELECT a.id, (SELECT count(*) FROM b JOIN a i ON i.id = b.id WHERE i.x >= a.x) FROM a;
SELECT a.id, (SELECT count(*) FROM b JOIN a i ON i.id = b.id WHERE i.x >= a.x) FROM a;
RESET enable_nestloop;
SELECT a.id, (SELECT string_agg(t.n::text, ',') FROM (WITH RECURSIVE r(n) AS (SELECT a.x UNION ALL SELECT n + 1 FROM r WHERE n < 4) SELECT n FROM r) t) FROM a;
:shown SELECT a.id, (SELECT count(*) FROM (WITH RECURSIVE r(n) AS (SELECT a.x UNION ALL SELECT n + 1 FROM r WHERE n < 4) SELECT n FROM r) t) FROM a;
SELECT a.id, CASE WHEN a.id > 2 THEN (SELECT count(*) FROM b WHERE b.y = ANY (ARRAY(SELECT c.x FROM a c WHERE c.id = a.id))) END FROM a;
SELECT a.id, EXISTS (SELECT 1 FROM b WHERE b.id = a.id AND EXISTS (SELECT 1 FROM b c WHERE c.y = b.y AND c.id > 10 + a.id)) FROM a;
SELECT a.id, (SELECT max(b.id) FROM b WHERE (b.y, b.id) IN (SELECT c.y, c.id FROM b c WHERE c.id < a.id * 2)) FROM a;
-- A sort that nobody may rewind is done anew; a cache that depends on more than its keys is emptied.
:shown SELECT a.id, (SELECT sum(y) FROM (SELECT y FROM b ORDER BY y DESC LIMIT 3) q WHERE q.y > a.x) FROM a;
:shown SELECT a.id, (SELECT sum(y) FROM (SELECT y FROM b ORDER BY y DESC OFFSET 3) q WHERE q.y > a.x) FROM a;
CREATE TABLE c (id int PRIMARY KEY, z int);
INSERT INTO c SELECT g, g % 7 FROM generate_series(1, 2000) g;
ANALYZE c;
SET enable_hashjoin = off;
SET enable_seqscan = off;
:shown SELECT a.id, (SELECT sum(c.z) FROM b JOIN c ON c.id = b.y AND c.z > a.x) FROM a;
SELECT a.id, (SELECT sum(c.z) FROM b JOIN c ON c.id = b.y AND c.z > a.x) FROM a;
RESET enable_seqscan;
RESET enable_hashjoin;
SELECT a.id, (SELECT array_agg(DISTINCT b.y ORDER BY b.y) FROM b WHERE b.id > a.id * 3 GROUP BY a.x HAVING count(*) > (SELECT count(*) FROM b d WHERE d.id < a.id)) FROM a;
SELECT a.id, (SELECT max(n) FROM (SELECT b.y, count(*) AS n FROM b WHERE b.id > a.id GROUP BY b.y UNION SELECT 1, a.x) u) FROM a;
SELECT a.id, (SELECT string_agg(r::text, ',') FROM (SELECT row_number() OVER (ORDER BY b.id) AS r FROM b WHERE b.id < a.id) w) FROM a;
-- EXISTS by a hash table is false for a NULL, never unknown.
INSERT INTO a VALUES (6, NULL);
INSERT INTO b VALUES (21, NULL);
SELECT a.id, EXISTS (SELECT 1 FROM b WHERE b.y = a.x) AS e, NOT EXISTS (SELECT 1 FROM b WHERE b.y = a.x AND b.id = a.id) AS n FROM a;
SELECT a.id FROM a WHERE NOT (EXISTS (SELECT 1 FROM b WHERE b.y = a.x) OR a.id = 1);
SELECT a.id, a.x IN (SELECT y FROM b) AS i, a.x NOT IN (SELECT y FROM b WHERE y > 1) AS n FROM a;
