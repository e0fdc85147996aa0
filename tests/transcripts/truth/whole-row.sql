-- The row of a table as a value: made where it is asked for, with what is stored elsewhere fetched.
CREATE TABLE t (id int PRIMARY KEY, v text, w text, z text);
ALTER TABLE t ALTER v SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, repeat(md5(i::text), 200), 'w' || i, repeat('z', 5000) FROM generate_series(1, 100) i;
VACUUM ANALYZE t;
SELECT substring(t::text, 1, 60) FROM t WHERE id = 7;
SELECT length(t::text) FROM t WHERE id = 7;
SELECT pg_column_size(t), pg_column_size(t.v), pg_column_size(t.z) FROM t WHERE id = 7;
SELECT pg_column_size(ROW(t.*)), pg_column_size(ROW(id, v)), pg_column_size(ROW(id, z)), pg_column_size(ROW(id, w)) FROM t WHERE id = 7;
SELECT pg_column_size(ROW(v, z)), pg_column_size(ROW(w, z)) FROM t WHERE id = 7;
SELECT length(row_to_json(t)::text) FROM t WHERE id = 7;
SELECT length(to_jsonb(t)::text) FROM t WHERE id = 7;
SELECT (t).id, length((t).v), pg_column_size((t).v), pg_column_size((t).z), pg_column_size((t).w) FROM t WHERE id = 7;
SELECT length(t::text) FROM t WHERE id = 8;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT t::text FROM t WHERE id = 8;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT t::text FROM t WHERE w = 'w8';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT row_to_json(t) FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT to_jsonb(t)->>'w' FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT t FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT t.* FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT (t).w FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT t IS NULL, t IS NOT NULL FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT t::text, t::text FROM t WHERE id = 9;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(t) FROM t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM t WHERE t IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT array_agg(t) FROM t WHERE id < 4;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT json_agg(t) FROM t WHERE id < 4;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT md5(a::text) FROM t a JOIN t b ON a.id = b.id WHERE b.id = 5;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT length(q::text) FROM (SELECT id, v FROM t WHERE id = 5) q;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT length(q::text) FROM (SELECT id, v FROM t WHERE id = 5 OFFSET 0) q;
-- rows that are written, changed, deleted
INSERT INTO t VALUES (200, 'v', 'w', repeat('z', 3000)) RETURNING pg_column_size(t), length(t::text), (t).w, substring(t::text, 1, 12);
UPDATE t SET w = 'ww' WHERE id IN (7, 200) RETURNING pg_column_size(t), length(t::text), (t).w;
DELETE FROM t WHERE id IN (7, 200) RETURNING pg_column_size(t), length(t::text), (t).id;
INSERT INTO t VALUES (8, 'v', 'w', 'z') ON CONFLICT (id) DO UPDATE SET w = substring(excluded::text, 1, 9) || substring(t::text, 1, 4) RETURNING t.w;
-- dropped and added columns
ALTER TABLE t DROP COLUMN w;
ALTER TABLE t ADD COLUMN n text DEFAULT 'new';
SELECT pg_column_size(t), substring(t::text, 1, 5), right(t::text, 5) FROM t WHERE id = 9;
-- in checks, indexes, triggers
CREATE TABLE c (a int, b text, CHECK (length(c::text) < 20));
INSERT INTO c VALUES (1, 'short'), (2, NULL);
INSERT INTO c VALUES (1, repeat('long', 10));
SELECT c, c IS NULL, c IS NOT NULL FROM c ORDER BY a;
SELECT x, x.a FROM c l LEFT JOIN c x ON x.a = l.a + 1 ORDER BY l.a;
SELECT c::text, count(*) FROM c GROUP BY c ORDER BY c;
SELECT DISTINCT c FROM c ORDER BY c DESC;
SELECT substring(n::text, 1, 10) FROM pg_namespace n WHERE nspname = 'pg_toast';
