-- pg_buffercache has a row for each of shared_buffers.
CREATE EXTENSION pg_buffercache;
SHOW shared_buffers;
SELECT count(*), count(DISTINCT bufferid), min(bufferid), max(bufferid) FROM pg_buffercache;
SELECT count(*) FROM pg_buffercache
  WHERE (relfilenode IS NULL) <> (usagecount IS NULL) OR (relfilenode IS NULL) <> (isdirty IS NULL)
     OR (relfilenode IS NULL) <> (relblocknumber IS NULL) OR (relfilenode IS NULL) <> (pinning_backends IS NULL);
CREATE TABLE t AS SELECT i, repeat('x', 1000) AS v FROM generate_series(1, 100) i;
SELECT relforknumber, relblocknumber, isdirty, usagecount, pinning_backends FROM pg_buffercache
  WHERE relfilenode = pg_relation_filenode('t') AND relblocknumber < 3 ORDER BY 1, 2;
SELECT count(*) FROM pg_buffercache WHERE relfilenode IS NOT NULL AND bufferid IS NULL;
