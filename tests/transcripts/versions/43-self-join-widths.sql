-- What a table that is joined with itself still gives, under another join.
CREATE TABLE t (id int PRIMARY KEY, a int, b text, c int UNIQUE);
CREATE TABLE o (id int PRIMARY KEY, t int, v text);
INSERT INTO t SELECT i, i % 10, 'b' || i, i FROM generate_series(1, 1000) i;
INSERT INTO o SELECT i, i % 1000, 'v' || i FROM generate_series(1, 3000) i;
VACUUM ANALYZE t, o;
EXPLAIN SELECT x.b, o.v FROM t x JOIN t y ON x.id = y.id JOIN o ON o.t = x.a;
EXPLAIN SELECT x.b, o.v FROM t x JOIN t y USING (id) JOIN o ON o.t = y.a WHERE y.c > 500;
EXPLAIN SELECT count(*) FROM t x JOIN t y USING (id) JOIN o ON o.t = x.a;
EXPLAIN SELECT x.id FROM t x JOIN t y USING (id);
EXPLAIN SELECT x.b FROM t x JOIN t y USING (id) JOIN t z USING (id) JOIN o ON o.t = z.a;
EXPLAIN (VERBOSE, COSTS OFF) SELECT x.b, o.v FROM t x JOIN t y ON x.id = y.id JOIN o ON o.t = x.a;
