-- One number after a checkpoint
CREATE TABLE accounts (aid int, bid int, abalance int, filler char(84)) WITH (fillfactor = 90);
INSERT INTO accounts SELECT i, 1, 0, '' FROM generate_series(1, 550) AS i;
CHECKPOINT;
EXPLAIN (ANALYZE, WAL, COSTS off, TIMING off, SUMMARY off)
UPDATE accounts SET abalance = abalance + 100 WHERE aid = 100;

-- The same page again
EXPLAIN (ANALYZE, WAL, COSTS off, TIMING off, SUMMARY off)
UPDATE accounts SET abalance = abalance + 100 WHERE aid = 101;

-- Inside: wal_compression
SET wal_compression = 'pglz';
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS before \gset
UPDATE accounts SET abalance = abalance + 100 WHERE aid = 200;
SELECT round((pg_current_wal_insert_lsn() - :'before') / 100.0) AS hundreds;

-- How far a method looks back
CREATE TABLE images (what text, p text COMPRESSION pglz, l text COMPRESSION lz4);
ALTER TABLE images ALTER p SET STORAGE MAIN, ALTER l SET STORAGE MAIN;
SELECT string_agg(lpad(i::text, 4) || lpad((i * 7919 % 5000)::text, 8) || repeat(' ', 84), '') AS one,
       string_agg(lpad(i::text, 4) || lpad((CASE i WHEN 30 THEN 1 ELSE i * 7919 % 5000 END)::text, 8)
                  || repeat(' ', 84), '') AS changed
FROM generate_series(1, 55) AS i \gset
INSERT INTO images VALUES ('one', :'one', :'one'),
  ('two', :'one' || :'changed', :'one' || :'changed');
SELECT what, length(p) AS plain, pg_column_size(p) AS pglz, pg_column_size(l) AS lz4 FROM images;

-- Inside, outside, or both?
RESET wal_compression;
SHOW wal_compression;
