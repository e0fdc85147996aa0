RESET default_toast_compression;
CREATE TABLE letters (id int, body text COMPRESSION lz4);
INSERT INTO letters
SELECT n, string_agg(md5((n * i)::text) || repeat(' ', 32), '')
FROM generate_series(1, 10) AS n, generate_series(1, 4000) AS i
GROUP BY n;

SELECT sum(length(body)) AS letters FROM letters;
SELECT count(left(body, 20)) FROM letters;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT left(body, 20) FROM letters;

-- pglz again, for this column
ALTER TABLE letters ALTER body SET COMPRESSION pglz;
UPDATE letters SET body = body || '';
VACUUM FULL letters;

SELECT sum(length(body)) AS letters FROM letters;
SELECT count(left(body, 20)) FROM letters;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT left(body, 20) FROM letters;
