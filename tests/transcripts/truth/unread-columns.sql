-- A sub-query on the inner side of an outer join is merged with it if nothing reads those of its columns that stay when its
-- rows are NULL.
CREATE TABLE k (id int PRIMARY KEY, parent int, label text);
CREATE TABLE s (id int PRIMARY KEY, a int, b int);
INSERT INTO k SELECT i, nullif(i / 3, 0), 'label ' || i FROM generate_series(1, 30) i;
INSERT INTO s SELECT i, i / 8, i / 80 FROM generate_series(1, 5000) i;
VACUUM ANALYZE k, s;
EXPLAIN SELECT t.c, s.a FROM s LEFT JOIN LATERAL (SELECT k.id AS c, CASE WHEN k.parent > 10 THEN 'many' ELSE 'few' END AS d FROM k WHERE k.id = s.b) t ON true WHERE t.c < 2;
EXPLAIN SELECT t.c, s.a FROM s LEFT JOIN (SELECT id AS c, coalesce(label, 'none') AS d, 7 AS e FROM k) t ON t.c = s.b;
EXPLAIN SELECT c, a FROM s LEFT JOIN (SELECT id AS b, id AS c, coalesce(label, 'none') AS d FROM k) t USING (b);
EXPLAIN SELECT b, c FROM s FULL JOIN (SELECT id AS b, id AS c, coalesce(label, 'none') AS d FROM k) t USING (b);
EXPLAIN SELECT s.a FROM s LEFT JOIN (SELECT id AS b, coalesce(label, 'none') AS d FROM k) t ON t.b = s.b;
SELECT t.c, s.a FROM s LEFT JOIN (SELECT id AS c, coalesce(label, 'none') AS d, 7 AS e FROM k) t ON t.c = s.b WHERE s.id IN (3, 80, 4000) ORDER BY s.id;
SELECT t.c, t.e, s.a FROM s LEFT JOIN (SELECT id AS c, coalesce(label, 'none') AS d, 7 AS e FROM k) t ON t.c = s.b WHERE s.id IN (3, 80, 4000) ORDER BY s.id;
SELECT t.c, t.d, s.a FROM s LEFT JOIN (SELECT id AS c, coalesce(label, 'none') AS d FROM k) t ON t.c = s.b WHERE s.id IN (3, 80, 4000) ORDER BY s.id;
SELECT t, s.a FROM s LEFT JOIN (SELECT id AS c, coalesce(label, 'none') AS d FROM k) t ON t.c = s.b WHERE s.id IN (3, 80, 4000) ORDER BY s.id;
