-- dba.stackexchange.com/questions/252187: does an UPDATE of b copy a, when both are out of line?
CREATE TABLE foo (id int PRIMARY KEY, a text, b text);
INSERT INTO foo SELECT i, (SELECT string_agg(md5((i * 1000 + j)::text), '') FROM generate_series(1, 600) j),
                          (SELECT string_agg(md5((j * 1000 - i)::text), '') FROM generate_series(1, 600) j)
  FROM generate_series(1, 20) i;
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE relname = 'foo' \gset
SELECT count(*) AS chunks, count(DISTINCT chunk_id) AS values FROM :toast;
CREATE TABLE before AS SELECT chunk_id, chunk_seq, ctid AS place FROM :toast;
SELECT count(*) FROM foo WHERE length(a) + length(b) > 0;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE foo SET b = reverse(b) WHERE id = 7;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE foo SET id = id + 100 WHERE id = 8;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE foo SET a = a WHERE id = 9;
-- what is new in the TOAST table
SELECT count(*) AS chunks, count(DISTINCT t.chunk_id) AS values
  FROM :toast t LEFT JOIN before USING (chunk_id, chunk_seq) WHERE before.chunk_id IS NULL;
-- what is still where it was
SELECT count(*) AS chunks, count(DISTINCT t.chunk_id) AS values FROM :toast t JOIN before USING (chunk_id, chunk_seq)
  WHERE t.ctid = before.place;
VACUUM (TRUNCATE off) foo;
SELECT count(*) AS chunks, count(DISTINCT chunk_id) AS values FROM :toast;
