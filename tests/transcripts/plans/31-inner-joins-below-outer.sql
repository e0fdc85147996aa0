CREATE TABLE k (id int PRIMARY KEY, parent int);
INSERT INTO k SELECT g, nullif(g / 3, 0) FROM generate_series(1, 30) g;
ANALYZE k;
SELECT count(*) FROM k t1 LEFT JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t2.parent = t3.id RIGHT JOIN k t4 ON t4.parent = t2.id;
SELECT count(*) FROM k t1 JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t2.parent = t3.id RIGHT JOIN k t4 ON t4.parent = t2.id;
SELECT count(*) FROM k t4 LEFT JOIN (k t1 JOIN k t2 ON t1.id = t2.parent) ON t4.parent = t2.id;
SELECT count(*) FROM k t4 LEFT JOIN (k t1 LEFT JOIN k t2 ON t1.id = t2.parent) ON t4.parent = t2.id;
SELECT count(*) FROM k t4 LEFT JOIN (k t1 JOIN k t2 ON t1.id = t2.parent LEFT JOIN k t3 ON t1.parent = t3.id) ON t4.parent = t2.id;
