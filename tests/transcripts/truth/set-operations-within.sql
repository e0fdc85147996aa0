-- UNION of another set operation's rows: their order is used where it is the order of all columns.
CREATE TABLE k (id int PRIMARY KEY, label text);
CREATE TABLE p (id int PRIMARY KEY, name text, cat int, price numeric(8,2));
CREATE TABLE o (id int PRIMARY KEY, c int, total numeric(10,2));
INSERT INTO k SELECT i, 'label ' || i FROM generate_series(1, 30) i;
INSERT INTO p SELECT i, 'name ' || i, i % 30, i FROM generate_series(1, 1000) i;
INSERT INTO o SELECT i, i % 700, i FROM generate_series(1, 4000) i;
ANALYZE;
SET enable_hashagg = off;
EXPLAIN SELECT total FROM o UNION SELECT price FROM p INTERSECT SELECT NULL FROM k;
EXPLAIN SELECT id FROM k UNION (SELECT cat FROM p INTERSECT SELECT c FROM o);
EXPLAIN SELECT id::bigint FROM k UNION (SELECT cat FROM p EXCEPT SELECT c FROM o);
EXPLAIN (SELECT name FROM p UNION SELECT label FROM k) EXCEPT SELECT name FROM p ORDER BY 1;
EXPLAIN SELECT id, name FROM p UNION (SELECT id, label FROM k INTERSECT SELECT id, name FROM p) ORDER BY 1;
EXPLAIN SELECT id FROM k UNION (SELECT cat FROM p INTERSECT SELECT NULL FROM o);
EXPLAIN SELECT id FROM k UNION (SELECT id FROM k UNION ALL SELECT cat FROM p);
EXPLAIN SELECT id FROM k EXCEPT (SELECT id FROM k INTERSECT SELECT cat FROM p);
SELECT count(*) FROM (SELECT id FROM k UNION (SELECT cat FROM p INTERSECT SELECT NULL FROM o)) s;
RESET enable_hashagg;
-- a condition of a LATERAL sub-query that uses what an outer join may fill with NULLs is checked above that join
EXPLAIN SELECT p.cat, p.id FROM p JOIN k ON p.cat = k.id RIGHT JOIN o ON p.cat = o.id JOIN LATERAL (SELECT * FROM o u WHERE u.id = p.cat) u ON true;
EXPLAIN SELECT p.cat, p.id FROM p JOIN k ON p.cat = k.id RIGHT JOIN o ON p.cat = o.id, LATERAL (SELECT * FROM o u WHERE u.id = p.cat AND u.c < 10) u;
EXPLAIN SELECT * FROM k, LATERAL (SELECT * FROM p WHERE p.cat = k.id AND p.price > 990) q, LATERAL (SELECT * FROM o WHERE o.c = q.id + k.id) r;
EXPLAIN SELECT * FROM k JOIN LATERAL (SELECT * FROM p LEFT JOIN o ON o.id = p.id WHERE p.cat = k.id AND o.c = k.id) r ON true;
SELECT count(*), sum(r.id) FROM k JOIN LATERAL (SELECT p.id FROM p LEFT JOIN o ON o.id = p.id WHERE p.cat = k.id AND o.c > k.id) r ON true;
SELECT count(*), sum(r.id) FROM k LEFT JOIN p ON p.cat = k.id JOIN LATERAL (SELECT o.* FROM o JOIN k x ON x.id = o.c AND x.id = p.cat) r ON r.id < 100;
