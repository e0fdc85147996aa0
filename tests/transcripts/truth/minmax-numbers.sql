-- min() and max() that an index could give have numbers of parameters, whether or not the index is used.
CREATE TABLE t (id int, b text);
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE relname = 't' \gset
INSERT INTO t SELECT i, string_agg(md5(i::text || j), '') FROM generate_series(1, 3) i, generate_series(1, 200) j GROUP BY i;
VACUUM ANALYZE t;
EXPLAIN SELECT chunk_seq, ctid FROM :toast WHERE chunk_id = (SELECT max(chunk_id) FROM :toast) ORDER BY 1;
CREATE TABLE x (a int PRIMARY KEY, b int);
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(a) FROM x);
INSERT INTO x VALUES (1), (2);
ANALYZE x;
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(a) FROM x);
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(a) FROM x WHERE a < 0);
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(b) FROM x) AND b = (SELECT min(a) FROM x);
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(a) + max(b) FROM x) AND b = (SELECT min(a) FROM x);
EXPLAIN SELECT (SELECT max(a) FROM x), (SELECT min(a) + max(a) FROM x);
EXPLAIN SELECT max(a) FROM x WHERE b IN (SELECT b FROM x) AND a < (SELECT min(a) FROM x);
EXPLAIN SELECT min(a), max(a) FROM x WHERE b = ANY (SELECT a FROM x OFFSET 0);
EXPLAIN SELECT max(a) FROM x WHERE b > (SELECT count(*) FROM x y WHERE y.a = x.a);
INSERT INTO x SELECT i, i FROM generate_series(3, 5000) i;
ANALYZE x;
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(a) FROM x) AND b = (SELECT min(a) + max(a) FROM x WHERE a > 10);
EXPLAIN SELECT * FROM x WHERE a = (SELECT max(a) + max(b) FROM x) AND b = (SELECT min(a) FROM x);
EXPLAIN SELECT max(a) FROM x WHERE b > (SELECT count(*) FROM x y WHERE y.a = x.a);
EXPLAIN SELECT max(a) FROM x WHERE a IS NULL;
EXPLAIN SELECT max(b) FROM x WHERE b = 5;
