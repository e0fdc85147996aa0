-- Inner joins inside the nullable side of an outer join, which stands below another one: they are made before it.
CREATE TABLE k (id int PRIMARY KEY, label text, parent int REFERENCES k);
INSERT INTO k SELECT g, $$label $$ || g, nullif(g / 3, 0) FROM generate_series(1, 30) g;
ANALYZE;

EXPLAIN SELECT * FROM k t1 LEFT JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t2.parent = t3.id RIGHT JOIN k t4 ON t4.parent = t2.id;
EXPLAIN SELECT * FROM k t1 JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t2.parent = t3.id RIGHT JOIN k t4 ON t4.parent = t2.id;
EXPLAIN SELECT * FROM k t4 LEFT JOIN (k t1 JOIN k t2 ON t1.id = t2.parent) ON t4.parent = t2.id;
EXPLAIN SELECT * FROM k t4 LEFT JOIN (k t1 LEFT JOIN k t2 ON t1.id = t2.parent) ON t4.parent = t2.id;
EXPLAIN SELECT * FROM k t4 LEFT JOIN (k t1 JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t1.parent = t3.id) ON t4.parent = t2.id;
SELECT count(*), count(t2.label) FROM k t1 LEFT JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t2.parent = t3.id RIGHT JOIN k t4 ON t4.parent = t2.id;
SELECT count(*), count(t2.label) FROM k t1 JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t2.parent = t3.id RIGHT JOIN k t4 ON t4.parent = t2.id;
SELECT count(*), count(t2.label) FROM k t4 LEFT JOIN (k t1 JOIN k t2 ON t1.id = t2.parent) ON t4.parent = t2.id;
SELECT count(*), count(t2.label) FROM k t4 LEFT JOIN (k t1 LEFT JOIN k t2 ON t1.id = t2.parent) ON t4.parent = t2.id;
SELECT count(*), count(t2.label) FROM k t4 LEFT JOIN (k t1 JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t1.parent = t3.id) ON t4.parent = t2.id;
