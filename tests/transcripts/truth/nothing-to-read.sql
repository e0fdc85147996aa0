-- Plans where a table, a side of a join or all of a query is known to give no rows
SET enable_memoize = off;
CREATE TABLE s (id int PRIMARY KEY, a int, b int NOT NULL, t text);
CREATE TABLE k (id int PRIMARY KEY, label text);
INSERT INTO s SELECT g, g % 10, g % 7, 'x' || g FROM generate_series(1, 100) g;
INSERT INTO k SELECT g, 'k' || g FROM generate_series(1, 50) g;
ANALYZE;
EXPLAIN SELECT * FROM s LEFT JOIN k ON false;
EXPLAIN SELECT * FROM s LEFT JOIN k ON s.id = k.id AND false;
EXPLAIN SELECT * FROM s FULL JOIN k ON s.id = k.id AND false;
EXPLAIN SELECT * FROM s LEFT JOIN k ON s.id = k.id AND k.id IS NULL;
EXPLAIN SELECT * FROM s WHERE NOT EXISTS (SELECT FROM k WHERE k.id = s.a AND k.id IS NULL);
EXPLAIN SELECT * FROM s WHERE EXISTS (SELECT FROM k WHERE k.id = s.a AND k.id IS NULL);
EXPLAIN SELECT * FROM s WHERE NOT EXISTS (SELECT FROM k WHERE k.id = s.a AND false);
EXPLAIN SELECT * FROM s LEFT JOIN (k JOIN k k2 ON k.id = k2.id AND k.id IS NULL) ON s.id = k.id;
EXPLAIN SELECT * FROM s LEFT JOIN k ON s.id = k.id AND k.id = 1 AND k.id = 2;
EXPLAIN SELECT s.t, k.label FROM s JOIN k ON s.id = k.id AND k.id IS NULL ORDER BY label, s.t;
EXPLAIN SELECT s.t, k.label FROM s LEFT JOIN k ON s.id = k.id WHERE s.id IS NULL;
EXPLAIN SELECT label FROM k WHERE id IS NULL ORDER BY label;
EXPLAIN SELECT * FROM s JOIN k ON k.id = s.a AND k.id = k.id;
-- What none of its tables is read for names them all
EXPLAIN SELECT t1.a, count(*) FROM s t1 JOIN k t2 ON t1.b = t2.id WHERE false GROUP BY t1.a;
EXPLAIN VERBOSE SELECT x.a FROM (SELECT a FROM s WHERE false) x ORDER BY a;
