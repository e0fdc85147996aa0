-- Tuples, versions and line pointers seen through pageinspect.
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE TABLE hot (id int PRIMARY KEY, n int, note text) WITH (fillfactor = 75);
INSERT INTO hot SELECT i, 0, 'note ' || i FROM generate_series(1, 5) i;
SELECT lp, lp_off, lp_flags, lp_len, t_xmin, t_xmax, t_ctid, t_infomask2, t_infomask FROM heap_page_items(get_raw_page('hot', 0));
SELECT ctid, xmin, xmax, cmin, cmax, * FROM hot;
UPDATE hot SET n = n + 1 WHERE id = 1;
UPDATE hot SET n = n + 1 WHERE id = 1;
SELECT lp, lp_off, lp_flags, lp_len, t_xmin, t_xmax, t_ctid, t_infomask2, t_infomask FROM heap_page_items(get_raw_page('hot', 0));
SELECT lp, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).raw_flags FROM heap_page_items(get_raw_page('hot', 0)) WHERE t_infomask IS NOT NULL;
SELECT checksum, flags, lower, upper, special, pagesize, version, prune_xid FROM page_header(get_raw_page('hot', 0)) \gx
VACUUM hot;
SELECT lp, lp_off, lp_flags, lp_len, t_ctid FROM heap_page_items(get_raw_page('hot', 0));
SELECT itemoffset, ctid, itemlen, data, dead, htid, tids FROM bt_page_items('hot_pkey', 1);
BEGIN;
DELETE FROM hot WHERE id = 2;
UPDATE hot SET id = 30 WHERE id = 3;
SELECT lp, t_xmin, t_xmax, t_field3, t_ctid FROM heap_page_items(get_raw_page('hot', 0));
ROLLBACK;
SELECT lp, t_xmin, t_xmax, t_field3, t_ctid, t_infomask FROM heap_page_items(get_raw_page('hot', 0));
SELECT * FROM hot ORDER BY id;
SELECT lp, t_xmin, t_xmax, t_infomask FROM heap_page_items(get_raw_page('hot', 0));
SELECT relpages, reltuples, relallvisible FROM pg_class WHERE relname = 'hot';
ANALYZE hot;
SELECT relpages, reltuples, relallvisible FROM pg_class WHERE relname = 'hot';
SELECT * FROM fsm_page_contents(get_raw_page('hot', 'fsm', 0)) LIMIT 1;
SELECT * FROM bt_metap('hot_pkey') \gx
SELECT blkno, type, live_items, dead_items, free_size FROM bt_page_stats('hot_pkey', 1);
