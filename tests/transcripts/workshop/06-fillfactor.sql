CREATE TABLE ff100 (id int PRIMARY KEY, counter int DEFAULT 0, payload text);
CREATE TABLE ff70 (id int PRIMARY KEY, counter int DEFAULT 0, payload text) WITH (fillfactor = 70);
INSERT INTO ff100 (id, payload) SELECT g, repeat('x', 100) FROM generate_series(1, 1000) g;
INSERT INTO ff70 (id, payload) SELECT g, repeat('x', 100) FROM generate_series(1, 1000) g;
SELECT relname, pg_relation_size(oid) / 8192 AS pages, reloptions FROM pg_class WHERE relname IN ('ff100', 'ff70') ORDER BY 1;
UPDATE ff100 SET counter = counter + 1 WHERE id % 5 = 0;
UPDATE ff70 SET counter = counter + 1 WHERE id % 5 = 0;
SELECT relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, n_live_tup, n_dead_tup FROM pg_stat_user_tables ORDER BY relname;
SELECT relname, pg_stat_get_tuples_hot_updated(oid), pg_stat_get_tuples_updated(oid) FROM pg_class WHERE relname ~ '^ff.*0$' ORDER BY 1;
SELECT relname, pg_relation_size(oid) / 8192 AS pages FROM pg_class WHERE relname IN ('ff100', 'ff70') ORDER BY 1;
SELECT count(*) FILTER (WHERE t_infomask2 & 32768 > 0) AS heap_only, count(*) FILTER (WHERE t_infomask2 & 16384 > 0) AS hot_updated, count(*) FROM generate_series(0, pg_relation_size('ff70') / 8192 - 1) p, heap_page_items(get_raw_page('ff70', p::int));
SELECT p, count(*) FROM generate_series(0, 2) p, LATERAL heap_page_items(get_raw_page('ff70', p)) GROUP BY p ORDER BY p;
ALTER TABLE ff100 SET (fillfactor = 50);
\d+ ff100
VACUUM FULL ff100;
SELECT pg_relation_size('ff100') / 8192 AS pages;
ALTER INDEX ff100_pkey SET (fillfactor = 50);
SELECT pg_relation_size('ff100_pkey');
REINDEX TABLE ff100;
SELECT pg_relation_size('ff100_pkey');
\d+ ff100_pkey
CREATE INDEX ON ff70 (counter) WITH (fillfactor = 90, deduplicate_items = off);
\d ff70
UPDATE ff70 SET counter = counter + 1 WHERE id = 1;
SELECT type, live_items, dead_items, avg_item_size, page_size, free_size FROM bt_page_stats('ff70_counter_idx', 1);
SELECT itemoffset, ctid, itemlen, nulls, vars, data FROM bt_page_items('ff70_counter_idx', 1) LIMIT 3;
CREATE INDEX ff70_dedup ON ff70 (counter);
SELECT pg_relation_size('ff70_dedup'), pg_relation_size('ff70_counter_idx');
SELECT itemoffset, ctid, itemlen, htid, tids[1:3] FROM bt_page_items('ff70_dedup', 1) LIMIT 4;
SELECT bt_page_stats('ff70_dedup', 0);
SELECT * FROM bt_page_items('ff70_dedup', 99);
SELECT get_raw_page('ff70', 999);
SELECT get_raw_page('nope', 0);
SELECT page_checksum(get_raw_page('ff70', 0), 0) IS NOT NULL;
SELECT magic, version, root, level, fastroot, fastlevel, allequalimage FROM bt_metap('ff70_dedup');
