SHOW default_toast_compression;
CREATE TABLE a (p text COMPRESSION pglz, l text COMPRESSION lz4);
INSERT INTO a VALUES (repeat('a', 1000000), repeat('a', 1000000));
SELECT pg_column_size(p) AS pglz, pg_column_size(l) AS lz4 FROM a;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'a' \gset
SELECT chunk_id, count(*) AS chunks, sum(length(chunk_data)) AS bytes
FROM :toast GROUP BY chunk_id ORDER BY chunk_id;

CREATE TABLE abc (p text COMPRESSION pglz, l text COMPRESSION lz4);
INSERT INTO abc VALUES (repeat('abc', 1000), repeat('abc', 1000));
SELECT length(p) AS plain, pg_column_size(p) AS size_p,
       pg_column_size(l) AS size_l,
       CASE sign(pg_column_size(p) - pg_column_size(l))
         WHEN -1 THEN 'pglz' WHEN 1 THEN 'lz4'
         ELSE 'both the same' END AS smaller
FROM abc;
SELECT t_attrs[1] AS pglz, t_attrs[2] AS lz4
FROM heap_page_item_attrs(get_raw_page('abc', 0), 'abc');

CREATE TABLE noise (
  id int, p bytea COMPRESSION pglz, l bytea COMPRESSION lz4);
WITH r AS (SELECT string_agg(sha256(i::text::bytea), '') AS random,
                  repeat('x', 1500)::bytea AS x
           FROM generate_series(1, 47) AS i)
INSERT INTO noise
SELECT 1, x || random, x || random FROM r
UNION ALL
SELECT 2, random || x, random || x FROM r;
SELECT id, length(p) AS raw, pg_column_size(p) AS pglz,
       pg_column_compression(p) AS how_p,
       pg_column_size(l) AS lz4, pg_column_compression(l) AS how_l
FROM noise ORDER BY id;
SELECT CASE WHEN max(pg_column_compression(p)) IS NULL
              THEN 'it gives up'
            ELSE 'a little more than row 1' END AS row2
FROM noise WHERE id = 2;

WITH r AS (SELECT string_agg(sha256(i::text::bytea), '') AS random,
                  repeat('x', 900)::bytea AS x
           FROM generate_series(1, 75) AS i)
INSERT INTO noise SELECT 3, x || random, x || random FROM r;
SELECT length(p) AS raw, pg_column_size(p) AS pglz,
       pg_column_compression(p) AS how_p,
       pg_column_size(l) AS lz4, pg_column_compression(l) AS how_l
FROM noise WHERE id = 3;

CREATE TABLE long (p bytea COMPRESSION pglz, l bytea COMPRESSION lz4);
INSERT INTO long
SELECT b, b
FROM (SELECT string_agg(sha256(i::text::bytea)
                        || repeat('.', 32)::bytea, '') AS b
      FROM generate_series(1, 16000) AS i) AS source;
SELECT pg_column_size(p) AS pglz, pg_column_size(l) AS lz4 FROM long;
SELECT count(*) FROM long WHERE md5(p) = md5(l);
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(p, 1, 20) FROM long;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(l, 1, 20) FROM long;

CREATE TABLE back (v text COMPRESSION pglz);
INSERT INTO back
SELECT left(repeat(left(string_agg(md5(i::text), ''), 1),
                   100000 / 1 + 1), 100000)
FROM generate_series(1, 625) AS i;
SELECT pg_column_size(v) AS stored,
       CASE WHEN pg_column_compression(v) IS NULL
         THEN 'not compressed' ELSE 'compressed' END AS how
FROM back;

DROP TABLE back;

CREATE TABLE back (v text COMPRESSION lz4);
INSERT INTO back
SELECT left(repeat(left(string_agg(md5(i::text), ''), 32),
                   100000 / 32 + 1), 100000)
FROM generate_series(1, 625) AS i;
SELECT pg_column_size(v) AS stored,
       CASE WHEN pg_column_compression(v) IS NULL
         THEN 'not compressed' ELSE 'compressed' END AS how
FROM back;

DROP TABLE back;

CREATE TABLE back (v text COMPRESSION lz4);
INSERT INTO back
SELECT left(repeat(left(string_agg(md5(i::text), ''), 1020),
                   100000 / 1020 + 1), 100000)
FROM generate_series(1, 625) AS i;
SELECT pg_column_size(v) AS stored,
       CASE WHEN pg_column_compression(v) IS NULL
         THEN 'not compressed' ELSE 'compressed' END AS how
FROM back;

DROP TABLE back;

CREATE TABLE back (v text COMPRESSION pglz);
INSERT INTO back
SELECT left(repeat(left(string_agg(md5(i::text), ''), 20000),
                   100000 / 20000 + 1), 100000)
FROM generate_series(1, 625) AS i;
SELECT pg_column_size(v) AS stored,
       CASE WHEN pg_column_compression(v) IS NULL
         THEN 'not compressed' ELSE 'compressed' END AS how
FROM back;

DROP TABLE back;

CREATE TABLE back (v text COMPRESSION pglz);
INSERT INTO back
SELECT left(repeat(left(string_agg(md5(i::text), ''), 1000),
                   100000 / 1000 + 1), 100000)
FROM generate_series(1, 625) AS i;
SELECT pg_column_size(v) AS stored,
       CASE WHEN pg_column_compression(v) IS NULL
         THEN 'not compressed' ELSE 'compressed' END AS how
FROM back;

CREATE TABLE forms (id int, body text COMPRESSION pglz);
INSERT INTO forms
SELECT n, repeat(string_agg(md5(i::text), ''), 5)
FROM generate_series(1, 50) AS n, generate_series(1, 188) AS i
GROUP BY n;
