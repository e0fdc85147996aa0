-- One megabyte, four times
CREATE TABLE files (
  ext bytea, cmp bytea COMPRESSION pglz, lz bytea COMPRESSION lz4,
  txt text);
ALTER TABLE files ALTER ext SET STORAGE EXTERNAL,
  ALTER txt SET STORAGE EXTERNAL;
INSERT INTO files
SELECT b, b, b, repeat('0123456789', 100000)
FROM (SELECT string_agg(sha256(i::text::bytea)
                        || repeat('.', 68)::bytea, '') AS b
      FROM generate_series(1, 10000) AS i) AS source;
SELECT length(ext) AS bytes, pg_column_size(ext) AS ext,
       pg_column_size(cmp) AS cmp, pg_column_size(lz) AS lz,
       pg_column_size(txt) AS txt
FROM files;
SELECT count(*) FROM files
WHERE md5(ext) = md5(cmp) AND md5(ext) = md5(lz)
  AND md5(txt) IS NOT NULL;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT md5(ext) FROM files;

-- Twenty bytes from the middle
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(ext, 500000, 20) FROM files;

-- The same from a compressed value
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT md5(cmp) FROM files;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(cmp, 500000, 20) FROM files;

-- From the start
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(cmp, 1, 20) FROM files;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(lz, 1, 20) FROM files;

-- From anywhere
SELECT n * 100000 + 1 AS place FROM generate_series(0, 9) AS n;
SELECT format('EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF,
  SUMMARY OFF) SELECT substr(cmp, %s, 20) FROM files',
  n * 100000 + 1) FROM generate_series(0, 9) AS n
\gexec

-- Text is not bytes
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(txt, 500000, 20) FROM files;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT length(txt) FROM files;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT octet_length(txt) FROM files;

-- Exercise: twenty from the middle
CREATE TABLE long (body text);
INSERT INTO long
SELECT string_agg(md5(i::text) || repeat(' ', 32), '')
FROM generate_series(1, 4000) AS i;
