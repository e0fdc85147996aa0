-- Inside: wal_compression
CREATE TABLE accounts (aid int, bid int, abalance int,
                       filler char(84)) WITH (fillfactor = 90);
INSERT INTO accounts
SELECT i, 1, 0, '' FROM generate_series(1, 550) AS i;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
UPDATE accounts SET abalance = abalance + 100 WHERE aid = 100;
SELECT pg_current_wal_insert_lsn() AS b \gset
SET wal_compression = 'pglz';
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS c \gset
UPDATE accounts SET abalance = abalance + 100 WHERE aid = 200;
SELECT pg_current_wal_insert_lsn() AS d \gset
RESET wal_compression;
SELECT round((:'b'::pg_lsn - :'a') / 100.0) AS plain_hundreds,
       round((:'d'::pg_lsn - :'c') / 100.0) AS packed_hundreds,
       round((:'b'::pg_lsn - :'a') / (:'d'::pg_lsn - :'c')) AS times;

-- How far a method looks back
CREATE FUNCTION image(n int) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(
    lpad(i::text, 4)
    || lpad((CASE WHEN i * 23 % 55 < n THEN 100 ELSE 1 END
             * (i * 7919 % 5000))::text, 8)
    || repeat(' ', 84), '')
  FROM generate_series(1, 55) AS i
$$;
CREATE TABLE logs (what text, p bytea COMPRESSION pglz,
                   l bytea COMPRESSION lz4);
ALTER TABLE logs ALTER p SET STORAGE MAIN,
  ALTER l SET STORAGE MAIN;
INSERT INTO logs
SELECT 'images as they are', images, images
FROM (SELECT string_agg(image(n)::bytea, '' ORDER BY n) AS images
      FROM generate_series(1, 20) AS n) AS log;
SELECT length(image(1)) AS image, length(p) AS plain,
       pg_column_size(p) AS pglz, pg_column_size(l) AS lz4,
       round(pg_column_size(p) * 100.0 / length(p)) AS pglz_percent,
       round(pg_column_size(l) * 100.0 / length(l), 1) AS lz4_percent
FROM logs;

-- Inside, outside, or both?
CREATE TABLE images (n int, p text COMPRESSION pglz);
ALTER TABLE images ALTER p SET STORAGE MAIN;
INSERT INTO images
SELECT n, image(n) FROM generate_series(1, 20) AS n;
INSERT INTO logs
SELECT 'compressed inside', images, images
FROM (SELECT string_agg(t_attrs[2], '') AS images
      FROM generate_series(0, 1) AS b,
           heap_page_item_attrs(get_raw_page('images', b), 'images')
     ) AS log;
SELECT what, length(p) AS plain, pg_column_size(p) AS pglz,
       pg_column_size(l) AS lz4
FROM logs;

-- Exercise: the first update after a checkpoint
CREATE TABLE counters (id int PRIMARY KEY, n int, note text);
INSERT INTO counters
SELECT i, 0, repeat('note ', 20) FROM generate_series(1, 55) AS i;
