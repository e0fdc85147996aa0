-- A column of ORDER BY whose name is that of another output column is written with its table.
CREATE TABLE e (i int, s text, f float8, d date, b bytea);
CREATE VIEW o1 AS SELECT upper(s) AS s, i AS f, row_number() OVER (PARTITION BY s ORDER BY f) AS n FROM e ORDER BY e.s, i;
CREATE VIEW o2 AS SELECT upper(s) AS s, string_agg(s, ',' ORDER BY i, s) AS i, percentile_cont(0.5) WITHIN GROUP (ORDER BY f) AS f FROM e GROUP BY s ORDER BY e.s;
CREATE VIEW o3 (s, q) AS SELECT i, s FROM e ORDER BY e.s, e.i;
CREATE VIEW o4 AS SELECT DISTINCT ON (s) i AS s, s AS i FROM e ORDER BY e.s, e.i;
CREATE VIEW o5 AS SELECT x.s AS i, x.i AS s FROM e x ORDER BY x.i DESC;
CREATE VIEW o6 AS SELECT s, i FROM e WINDOW w AS (PARTITION BY s ORDER BY i) ORDER BY s, i;
CREATE VIEW o7 AS SELECT substring(s FROM 'a.') a, substring(s, 2) b, substring(s FROM 2) c, substring(s FROM 2 FOR 3) d, substring(b FROM 2) e, substring(s, 'x') f FROM e;
SELECT viewname, pg_get_viewdef(viewname::regclass, true) FROM pg_views WHERE viewname ~ '^o\d' ORDER BY 1;
SELECT pg_get_viewdef('o3'), pg_get_viewdef('o7');
CREATE INDEX ON e (substring(s FROM 'a.'), substring(s FROM 2));
\d e
-- The merged column of a join.
CREATE TABLE a (id int, x text);
CREATE TABLE c (id bigint, x text);
CREATE VIEW m1 AS SELECT id, a.x AS ax, c.x AS cx FROM a LEFT JOIN c USING (id) ORDER BY id, c.x;
CREATE VIEW m2 AS SELECT id, count(*) FROM a FULL JOIN c USING (id) GROUP BY id ORDER BY id DESC;
CREATE VIEW m3 AS SELECT DISTINCT ON (id) id, max(a.x) OVER (PARTITION BY id ORDER BY a.x) FROM a RIGHT JOIN c USING (id) ORDER BY id;
SELECT viewname, pg_get_viewdef(viewname::regclass, true) FROM pg_views WHERE viewname ~ '^m\d' ORDER BY 1;
SELECT pg_get_viewdef('m1');
