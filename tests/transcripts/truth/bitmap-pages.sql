-- A bitmap heap scan looks for all rows of a page when it comes to it: hint bits are set also for those that
-- nobody asks for, since the statement failed or had enough.
CREATE TABLE big (id int PRIMARY KEY, c bytea);
ALTER TABLE big ALTER COLUMN c SET STORAGE PLAIN;
INSERT INTO big SELECT i, convert_to(repeat('x', 641), 'UTF8') FROM generate_series(1, 60) i;
EXPLAIN (COSTS OFF) UPDATE big SET c = convert_to(repeat('y', 42839), 'UTF8') WHERE id > 10;
UPDATE big SET c = convert_to(repeat('y', 42839), 'UTF8') WHERE id > 10;
SELECT blk, count(*), sum((t_infomask & 256) / 256) AS hinted
  FROM generate_series(0, 5) blk, heap_page_items(get_raw_page('big', blk)) GROUP BY 1 ORDER BY 1;
SET enable_seqscan = off;
SET enable_indexscan = off;
SELECT id FROM big WHERE id > 30 LIMIT 1;
SELECT blk, count(*), sum((t_infomask & 256) / 256) AS hinted
  FROM generate_series(0, 5) blk, heap_page_items(get_raw_page('big', blk)) GROUP BY 1 ORDER BY 1;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT id FROM big WHERE id > 30 AND id < 50;
BEGIN;
DECLARE c CURSOR FOR SELECT id FROM big WHERE id > 50;
FETCH 1 FROM c;
DELETE FROM big WHERE id > 52;
FETCH ALL FROM c;
COMMIT;
