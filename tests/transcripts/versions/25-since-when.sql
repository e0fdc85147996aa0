-- What a newer release does otherwise with one value, one name, one path; each as small as it can be shown.
CREATE TABLE t (id int PRIMARY KEY, v text, k int);
INSERT INTO t SELECT i, 'short', i % 50 FROM generate_series(1, 5000) i;
VACUUM ANALYZE t;
-- a single column is sorted as a value, not as a row: its header stays as it was
SELECT pg_column_size(x) FROM (SELECT x FROM (VALUES ('abc'), ('de')) v(x) ORDER BY x) q;
SELECT pg_column_size(x) FROM (SELECT x FROM (VALUES ('abc'), ('de')) v(x) ORDER BY x LIMIT 1) q;
SELECT pg_column_size(x), pg_column_size(y) FROM (SELECT x, y FROM (VALUES ('abc', 'a'), ('de', 'b')) v(x, y) ORDER BY x) q;
SELECT pg_column_size(convert_to(v, 'UTF8')), pg_column_size(convert_to(v, 'LATIN1')), pg_column_size(convert_from(v::bytea, 'UTF8')) FROM t WHERE id = 1;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT v FROM t ORDER BY v LIMIT 5;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT v FROM t ORDER BY v;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT k FROM t ORDER BY k LIMIT 5;
-- groups of an incremental sort
EXPLAIN SELECT * FROM t ORDER BY id, v LIMIT 3;
-- a backward scan over several leaves
SET enable_seqscan = off; SET enable_bitmapscan = off;
SELECT count(*) FROM (SELECT id FROM t WHERE id > 0 ORDER BY id DESC OFFSET 0) q;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE id > 0 ORDER BY id DESC;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t ORDER BY id DESC;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE id < 1000 ORDER BY id DESC;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE id BETWEEN 400 AND 1400 ORDER BY id DESC;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t ORDER BY id;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT max(id) FROM t WHERE v = 'long';
DELETE FROM t WHERE id BETWEEN 500 AND 4000;
VACUUM t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE id > 0 ORDER BY id DESC;
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id FROM t WHERE id > 0 ORDER BY id;
FETCH 480 FROM c \g /dev/null
MOVE 600 FROM c;
MOVE BACKWARD 900 FROM c;
FETCH 2 FROM c;
ROLLBACK;
RESET enable_seqscan; RESET enable_bitmapscan;
-- a row's place
EXPLAIN (COSTS OFF) SELECT * FROM t a JOIN t b ON a.ctid = b.ctid WHERE a.id < 4;
EXPLAIN (COSTS OFF) SELECT * FROM t a JOIN t b ON b.ctid = a.ctid WHERE a.id < 4;
EXPLAIN (COSTS OFF) SELECT * FROM t a, t b, t c WHERE a.ctid = b.ctid AND b.ctid = c.ctid AND a.id = 4;
EXPLAIN (COSTS OFF) SELECT * FROM t a LEFT JOIN t b ON a.ctid = b.ctid WHERE a.id < 4;
-- several columns from one sub-query
EXPLAIN (VERBOSE, COSTS OFF) UPDATE t SET (v, k) = (SELECT v || 'x', 7 FROM t u WHERE u.id = t.k) WHERE id < 10;
EXPLAIN (VERBOSE, COSTS OFF) UPDATE t SET (v, k) = (SELECT 'x', 7) WHERE id < 10;
EXPLAIN (VERBOSE, COSTS OFF) UPDATE t SET (v, k) = (SELECT 'x', 7 OFFSET 0), id = (SELECT max(id) FROM t) WHERE id < 10;
-- names of log files at a boundary
SELECT pg_walfile_name('0/3000000'), pg_walfile_name('0/3000001'), pg_walfile_name_offset('0/3000000');
-- joins by columns of types that do not compare
CREATE TYPE mood AS ENUM ('a');
CREATE TABLE l (a text, b int); CREATE TABLE r (a mood, b text);
SELECT * FROM l NATURAL JOIN r;
SELECT * FROM l JOIN r USING (b);
SELECT * FROM l JOIN r USING (a, b);
SHOW data_checksums;
-- functions of indexes and materialized views, and the search path
CREATE SCHEMA s; CREATE FUNCTION s.f(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 + 1';
CREATE FUNCTION s.p(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN f($1); END';
CREATE FUNCTION public.path(int) RETURNS text LANGUAGE sql STABLE AS 'SELECT current_setting(''search_path'')';
SET search_path = public, s;
CREATE TABLE x (id int); INSERT INTO x VALUES (1), (2);
CREATE INDEX xp ON x (s.p(id));
CREATE INDEX xf ON x (s.f(id));
SHOW search_path;
CREATE MATERIALIZED VIEW m AS SELECT id, path(id) FROM x;
SELECT * FROM m;
REFRESH MATERIALIZED VIEW m;
SELECT * FROM m;
SET search_path = public;
INSERT INTO x VALUES (3);
REINDEX INDEX xf;
VACUUM FULL x;
ANALYZE x;
SHOW search_path;
BEGIN; CREATE INDEX xg ON x (s.f(id + 1)); SET search_path = s; SHOW search_path; ROLLBACK; SHOW search_path;
-- a materialized view that is new
CREATE MATERIALIZED VIEW n AS SELECT * FROM t WHERE id < 4;
SELECT lp, t_xmin::text::int > 3 AS xmin, t_infomask FROM heap_page_items(get_raw_page('n', 0));
SELECT pg_relation_filenode('n') - 'n'::regclass::oid::int AS file, relispopulated FROM pg_class WHERE relname = 'n';
CREATE MATERIALIZED VIEW e AS SELECT * FROM t WHERE id < 4 WITH NO DATA;
SELECT pg_relation_filenode('e') - 'e'::regclass::oid::int AS file, relispopulated FROM pg_class WHERE relname = 'e';
CREATE TABLE after (id int); SELECT 'after'::regclass::oid - 'e'::regclass::oid AS oids;
