-- B-tree workshop
CREATE TABLE words (w text, n int);
INSERT INTO words SELECT md5((i % 400)::text), i FROM generate_series(1, 4000) i;
CREATE INDEX words_w ON words (w);
CREATE INDEX words_w_nodedup ON words (w) WITH (deduplicate_items = off);
CREATE UNIQUE INDEX words_n ON words (n) INCLUDE (w);
SELECT c.relname, pg_relation_size(c.oid)/8192 AS pages, m.level, m.root, m.fastroot, m.version, m.allequalimage
FROM pg_class c, bt_metap(c.relname) m WHERE c.relname LIKE 'words_%' ORDER BY c.relname;
SELECT * FROM bt_page_stats('words_w', 1);
\x
SELECT * FROM bt_page_stats('words_n', 3);
SELECT * FROM bt_metap('words_w');
\x
SELECT itemoffset, ctid, itemlen, nulls, vars, left(data, 23) AS data, dead, htid, tids[0:2] AS some_tids
FROM bt_page_items('words_w', 1) LIMIT 5;
SELECT itemoffset, ctid, itemlen, left(data, 30) || '...' AS data, htid FROM bt_page_items('words_w_nodedup', 1) ORDER BY itemoffset LIMIT 4;
SELECT itemoffset, ctid, itemlen, data FROM bt_page_items('words_n', 3) ORDER BY itemoffset LIMIT 4;
SELECT type, count(*), sum(live_items) AS live, sum(dead_items) AS dead, round(avg(avg_item_size), 1) AS item, sum(free_size) AS free
FROM generate_series(1, pg_relation_size('words_n')::int / 8192 - 1) AS b, bt_page_stats('words_n', b)
GROUP BY type ORDER BY type;
INSERT INTO words SELECT md5(i::text), -i FROM generate_series(1, 400) i;
SELECT relname, pg_relation_size(oid)/8192 AS pages FROM pg_class WHERE relname ~ '^words' ORDER BY 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM words WHERE w = md5('7');
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT n, w FROM words WHERE n BETWEEN 100 AND 110;
VACUUM words;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT n, w FROM words WHERE n BETWEEN 100 AND 110;
DELETE FROM words WHERE n BETWEEN 1000 AND 3000;
VACUUM words;
SELECT blkno, type, live_items, btpo_level, btpo_flags FROM generate_series(1, 12) AS b, bt_page_stats('words_n', b) ORDER BY blkno;
SELECT * FROM bt_page_items('words_w', 0);
SELECT * FROM bt_page_stats('words_w', 0);
SELECT * FROM bt_page_stats('words_w', 5000);
SELECT * FROM bt_metap('words');
SELECT * FROM bt_page_items('no_such_index', 1);
SELECT amcheck_missing('words_w');
DROP TABLE words CASCADE;
