-- Plans in which the order of relations counts: those of a merged view come after the others.
CREATE TABLE c (id int PRIMARY KEY, name text, vip boolean);
CREATE TABLE o (id int PRIMARY KEY, c int, total numeric, placed date, status text);
CREATE TABLE l (o int, line int, p int, qty int);
CREATE TABLE w (o int, code text, m int);
INSERT INTO c SELECT i, 'customer ' || i, i % 10 = 0 FROM generate_series(1, 600) i;
INSERT INTO o SELECT i, i % 600 + 1, i % 90, date '2024-01-01' + i % 300, CASE i % 3 WHEN 0 THEN 'late' ELSE 'sent' END FROM generate_series(1, 3000) i;
INSERT INTO l SELECT i / 4 + 1, i % 4, i % 200, i % 7 FROM generate_series(1, 11999) i;
INSERT INTO w SELECT i, 'w' || i, i % 50 FROM generate_series(1, 1500) i;
CREATE INDEX l_o ON l (o);
CREATE INDEX w_o ON w (o);
CREATE VIEW vo AS SELECT o.id, o.total, o.placed, c.vip FROM o LEFT JOIN c ON o.c = c.id WHERE o.status <> 'late';
CREATE MATERIALIZED VIEW ml AS SELECT p, count(*)::int AS n FROM l GROUP BY p;
CREATE UNIQUE INDEX ml_p ON ml (p);
VACUUM ANALYZE;
EXPLAIN SELECT DISTINCT ON (t1.total) t1.total, t2.m FROM vo t1 JOIN w t2 ON t1.id = t2.o JOIN l t3 ON t1.id = t3.o AND (nullif(t3.p, 3)) BETWEEN 365 AND 12 WHERE t1.total = 10 ORDER BY t1.total, t2.m DESC;
SET enable_indexscan = off;
EXPLAIN SELECT t4.id, t3.placed FROM vo t1 JOIN w t2 ON t2.o = t1.id AND t2.code = 'w7' JOIN o t3 ON t2.o = t3.id JOIN LATERAL (SELECT t5.id FROM o t5 WHERE t5.id = t2.o) t4 ON true;
EXPLAIN SELECT t1.vip, t3.qty FROM vo t1 JOIN w t2 ON t1.id = t2.o JOIN l t3 ON t1.id = t3.o WHERE t2.m = 3;
RESET enable_indexscan;
-- Where all that DISTINCT ON compares is one value, a sort keeps one row.
EXPLAIN SELECT DISTINCT ON (m) m, code FROM w WHERE m = 3 ORDER BY m, code;
EXPLAIN SELECT DISTINCT ON (m) m, code FROM w WHERE m = 3;
-- A materialized view that is joined with itself is read twice.
EXPLAIN SELECT a.n FROM ml a JOIN ml b ON a.p = b.p;
EXPLAIN SELECT a.total FROM o a JOIN o b ON a.id = b.id;
