-- An index scan marks entries of dead rows only on a page whose LSN is what it was when it was read: an UPDATE
-- that splits the page to the left changes the left link, and the LSN with it.
CREATE TABLE t (id int PRIMARY KEY, v text) WITH (autovacuum_enabled = off);
INSERT INTO t SELECT i, repeat('a', 40) FROM generate_series(5001, 5343) i;
VACUUM ANALYZE t;
INSERT INTO t SELECT i, repeat('b', 40) FROM generate_series(16001, 16152) i;
DELETE FROM t WHERE id % 10 < 3;
SELECT count(*) FILTER (WHERE dead) AS dead, count(*) FROM bt_page_items('t_pkey', 2);
EXPLAIN (COSTS OFF) UPDATE t SET id = -id WHERE id > 11764;
UPDATE t SET id = -id WHERE id > 11764;
SELECT count(*) FILTER (WHERE dead) AS dead, count(*) FROM bt_page_items('t_pkey', 2);
SELECT blkno, type, btpo_prev, btpo_next FROM bt_page_stats('t_pkey', 1) UNION ALL
SELECT blkno, type, btpo_prev, btpo_next FROM bt_page_stats('t_pkey', 2);
-- Where nothing changes the page, they are marked.
SELECT count(v) FROM t WHERE id > 16060;
SELECT count(*) FILTER (WHERE dead) AS dead, count(*) FROM bt_page_items('t_pkey', 2);
SELECT count(v) FROM t WHERE id > 16000;
SELECT count(*) FILTER (WHERE dead) AS dead, count(*) FROM bt_page_items('t_pkey', 2);
