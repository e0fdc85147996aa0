-- B-trees: what is on their pages, what they cost to read.
CREATE TABLE t (id int, tag text, grp int);
INSERT INTO t SELECT i, md5(i::text), i % 10 FROM generate_series(1, 2000) i;
CREATE INDEX t_id ON t (id);
CREATE INDEX t_grp ON t (grp);
CREATE UNIQUE INDEX t_tag ON t (tag);
CREATE INDEX t_two ON t (grp, id DESC);
CREATE INDEX t_expr ON t (lower(tag)) WHERE grp = 3;
\d t
\di+
SELECT indexrelid::regclass, indisunique, indkey, indisvalid FROM pg_index WHERE indrelid = 't'::regclass ORDER BY 1;
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 't'::regclass ORDER BY 1;
SELECT c.relname, m.magic, m.version, m.root, m.level, m.fastroot, m.allequalimage FROM pg_class c, bt_metap(c.relname) m WHERE c.relkind = 'i' AND c.relname LIKE 't\_%' ORDER BY 1;
SELECT blkno, type, live_items, avg_item_size, free_size, btpo_prev, btpo_next, btpo_level, btpo_flags FROM bt_page_stats('t_tag', 1);
SELECT itemoffset, ctid, itemlen, nulls, vars, data FROM bt_page_items('t_id', 3);
SELECT itemoffset, ctid, itemlen, htid, array_length(tids, 1) FROM bt_page_items('t_grp', 1) LIMIT 5;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM t WHERE id = 1000;
VACUUM ANALYZE t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id FROM t WHERE id = 1000;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM t WHERE grp = 4 AND id < 100;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT max(id) FROM t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM t ORDER BY id LIMIT 3;
DELETE FROM t WHERE id % 3 = 0;
VACUUM t;
SELECT relname, relpages, reltuples FROM pg_class WHERE relname LIKE 't%' AND oid >= 16384 ORDER BY 1;
INSERT INTO t SELECT i, md5(i::text), i % 10 FROM generate_series(3000, 3500) i;
REINDEX TABLE t;
SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relname LIKE 't%' AND oid >= 16384 ORDER BY 1;
INSERT INTO t VALUES (1, md5('1'), 0);
CREATE UNIQUE INDEX t_dup ON t (grp);
DROP INDEX t_tag;
TRUNCATE t;
SELECT pg_relation_size('t'), pg_indexes_size('t');
