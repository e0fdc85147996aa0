-- What the planner knows of columns that are equal to a constant: on 18 rows of IN that are all one constant are not made
-- unique, and joins hand up no column that only the constant compared, once another join was removed.
CREATE TABLE y (s int, t text);
CREATE TABLE s (id bigint PRIMARY KEY, a int, b int);
CREATE TABLE u (a int, b int, c int, UNIQUE (a, b));
CREATE TABLE v AS SELECT i AS id, md5(i::text) AS a FROM generate_series(1, 200) i;
INSERT INTO y SELECT i % 60 * 5, 'y ' || i FROM generate_series(1, 300) i;
INSERT INTO s SELECT i, i / 8, i / 80 FROM generate_series(1, 5000) i;
INSERT INTO u SELECT i % 40, i / 40, i FROM generate_series(1, 1000) i;
CREATE INDEX y_s ON y (s);
CREATE INDEX s_a ON s (a);
CREATE MATERIALIZED VIEW m AS SELECT a, count(*) AS n FROM s GROUP BY a;
CREATE UNIQUE INDEX m_a ON m (a);
VACUUM ANALYZE y, s, u, v, m;
EXPLAIN SELECT t FROM y WHERE s = 20 AND EXISTS (SELECT FROM s WHERE y.s = s.id);
EXPLAIN SELECT t FROM y WHERE s = 20 AND s IN (SELECT a FROM m);
EXPLAIN SELECT t FROM y WHERE s = 20 AND s IN (SELECT a FROM s);
EXPLAIN SELECT t FROM y WHERE s = 20 AND s IN (SELECT a FROM s WHERE id < 10 GROUP BY a);
EXPLAIN SELECT t FROM y WHERE s IN (SELECT a FROM s WHERE id = 20);
EXPLAIN SELECT t FROM y, u WHERE s = 20 AND (s, u.b) IN (SELECT id, b FROM s) AND u.c < 50;
EXPLAIN SELECT t FROM y, u WHERE s = 20 AND s IN (SELECT id FROM s) AND u.a = s;
EXPLAIN SELECT t FROM y WHERE s < 20 AND EXISTS (SELECT FROM u WHERE u.a = y.s AND u.b = y.s);
EXPLAIN SELECT t FROM y WHERE s = 20 AND EXISTS (SELECT FROM u WHERE u.a = y.s AND u.b = y.s);
EXPLAIN SELECT t FROM y JOIN v ON v.id = y.s WHERE s = 20 AND EXISTS (SELECT FROM s WHERE y.s = s.id);
EXPLAIN DELETE FROM y WHERE s = 20 AND EXISTS (SELECT FROM s WHERE y.s = s.id);
-- Widths.
EXPLAIN SELECT x.a FROM v x, v y, v z LEFT JOIN s ON s.id = z.id WHERE x.id = y.id AND y.id = z.id AND z.id = 7;
EXPLAIN SELECT x.a FROM v x, v y, v z WHERE x.id = y.id AND y.id = z.id AND z.id = 7;
EXPLAIN SELECT x.a FROM v x, v y, v z LEFT JOIN s ON s.id = z.id WHERE x.id = y.id AND y.id = z.id AND z.id < 7;
EXPLAIN SELECT x.a FROM v x, v y, v z, s p JOIN s q USING (id) WHERE x.id = y.id AND y.id = z.id AND z.id = 7 AND p.id = z.id;
EXPLAIN SELECT x.a FROM v x, v y, v z, s p JOIN s q USING (id) WHERE x.id = y.id AND y.id = z.id AND z.id = 7 AND p.a = z.id;
EXPLAIN SELECT v.a, y.t FROM v LEFT JOIN y ON y.s = v.id LEFT JOIN s ON s.id = y.s LEFT JOIN u ON u.c = v.id WHERE v.id = 5;
