-- A table that is joined with itself is read once on 18; orders, groups and classes of equal columns keep what they had of both.
CREATE TABLE t (id int PRIMARY KEY, a int, b text, c int UNIQUE);
CREATE TABLE k (id int PRIMARY KEY, label text);
CREATE TABLE o (id int PRIMARY KEY, t int, v text, k int);
CREATE INDEX o_t ON o (t);
CREATE INDEX t_a ON t (a) WHERE c > 50;
INSERT INTO t SELECT i, i % 10, 'b' || i % 40, i FROM generate_series(1, 1000) i;
INSERT INTO k SELECT i, 'label ' || i FROM generate_series(1, 30) i;
INSERT INTO o SELECT i, i % 1000, 'v' || i, i % 30 FROM generate_series(1, 3000) i;
CREATE MATERIALIZED VIEW m AS SELECT t, count(*)::int AS n FROM o GROUP BY t;
CREATE UNIQUE INDEX m_t ON m (t);
VACUUM ANALYZE t, k, o, m;
-- Keys of both.
EXPLAIN SELECT x.b, y.b, count(*) FROM t x JOIN t y USING (id) GROUP BY x.b, y.b;
EXPLAIN SELECT x.b, y.b, x.a FROM t x JOIN t y USING (id) ORDER BY x.b, y.b, x.a;
EXPLAIN SELECT DISTINCT x.b, y.b FROM t x JOIN t y USING (id);
EXPLAIN SELECT DISTINCT ON (x.b, y.b) x.b, y.b, x.a FROM t x JOIN t y USING (id) ORDER BY x.b, y.b, x.a DESC;
EXPLAIN SELECT x.b, count(*) FROM t x JOIN t y USING (id) WHERE y.b = 'b7' GROUP BY x.b ORDER BY 2, 1;
EXPLAIN SELECT y.a, rank() OVER (PARTITION BY x.a ORDER BY y.a) FROM t x JOIN t y USING (id);
-- Classes are not merged, and equalities are made in the order in which they are asked for.
EXPLAIN SELECT x.id FROM t x JOIN t y USING (id) JOIN o ON o.t = x.a JOIN k ON k.id = y.a;
EXPLAIN SELECT x.b FROM o JOIN t x ON x.id = o.t JOIN t y ON y.id = o.t AND y.a IN (SELECT id FROM k WHERE label <> 'x');
SET enable_seqscan = off;
SET enable_indexscan = off;
EXPLAIN SELECT x.b, o.v FROM t x, o JOIN t y ON y.id = o.t WHERE x.id = o.t AND y.c = y.c;
EXPLAIN SELECT x.v FROM o x JOIN o y ON x.t = y.t WHERE x.id < 5;
RESET enable_seqscan;
RESET enable_indexscan;
-- A constant that only one of them has is no constant of the other one's class.
EXPLAIN SELECT z.id, sum(x.c) FROM m LEFT JOIN t x ON m.t = x.id JOIN t z ON m.t = z.id AND z.a = 5 WHERE x.a = 3 GROUP BY z.id;
EXPLAIN SELECT z.id FROM t x JOIN t z USING (id) WHERE x.a = 3 AND z.a = 5;
EXPLAIN SELECT z.id FROM t x JOIN t z USING (id) WHERE x.a = 3 AND z.a = 3;
-- What stays: a materialized view is read twice; a third reading goes, too.
EXPLAIN SELECT x.n FROM m x JOIN m y USING (t);
EXPLAIN SELECT x.b, o.v FROM t x JOIN t y USING (id) JOIN t z ON z.c = x.c JOIN o ON o.t = z.a;
EXPLAIN SELECT x.b, w.v FROM t x JOIN t y USING (id), LATERAL (SELECT v FROM o WHERE o.t = x.a + y.a LIMIT 1) w;
EXPLAIN SELECT o.v FROM o WHERE o.t IN (SELECT x.id FROM t x JOIN t y USING (id) WHERE x.b <= y.b);
EXPLAIN SELECT x.id FROM t x WHERE EXISTS (SELECT FROM t y WHERE y.id = x.id AND y.a < 5) ORDER BY x.a;
EXPLAIN SELECT x.id FROM t x JOIN t y USING (id) FOR UPDATE OF x;
SELECT x.b, y.b, count(*) FROM t x JOIN t y USING (id) GROUP BY x.b, y.b ORDER BY 3 DESC, 1 LIMIT 3;
SELECT x.b, y.b, x.id FROM t x JOIN t y USING (id) ORDER BY x.b, y.b, x.id LIMIT 3;
