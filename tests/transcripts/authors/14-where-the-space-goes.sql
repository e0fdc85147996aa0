-- finding where the space goes
CREATE EXTENSION pageinspect;
CREATE EXTENSION pgstattuple;
CREATE TABLE docs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title varchar(80) NOT NULL, body text, meta jsonb DEFAULT '{}', created timestamptz DEFAULT now());
\d docs
INSERT INTO docs (title, body, meta) SELECT 'doc ' || g, string_agg(md5(g::text || s::text), ' '), jsonb_build_object('n', g, 'tags', jsonb_build_array('a', 'b', g)) FROM generate_series(1, 50) g, generate_series(1, 200) s GROUP BY g ORDER BY g;
SELECT pg_size_pretty(pg_relation_size('docs')) AS heap, pg_size_pretty(pg_table_size('docs')) AS tab, pg_size_pretty(pg_indexes_size('docs')) AS idx, pg_size_pretty(pg_total_relation_size('docs')) AS total;
SELECT c.relname, t.relname ~ '^pg_toast_' AS toast, pg_relation_size(t.oid) AS toast_bytes, t.reltuples, t.relpages FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid WHERE c.relname = 'docs';
VACUUM ANALYZE docs;
SELECT c.relname, pg_relation_size(t.oid) AS toast_bytes, t.reltuples, t.relpages FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid WHERE c.relname = 'docs';
SELECT * FROM pgstattuple('docs');
SELECT * FROM pgstatindex('docs_pkey');
SELECT table_len, tuple_count, tuple_len, dead_tuple_count FROM pgstattuple((SELECT reltoastrelid FROM pg_class WHERE relname = 'docs'));
UPDATE docs SET title = title || '!' WHERE id <= 10;
UPDATE docs SET body = body || ' tail' WHERE id <= 10;
SELECT n_tup_ins, n_tup_upd, n_tup_hot_upd, n_tup_del FROM pg_stat_user_tables WHERE relname = 'docs';
SELECT dead_tuple_count, free_space FROM pgstattuple('docs');
DO $$
DECLARE r regclass; n bigint;
BEGIN
  SELECT reltoastrelid::regclass INTO r FROM pg_class WHERE relname = 'docs';
  EXECUTE format('SELECT count(DISTINCT chunk_id) FROM %s', r) INTO n;
  RAISE NOTICE 'values out of line: %', n;
END $$;
SELECT attname, attstorage, attcompression, CASE attstorage WHEN 'p' THEN 'plain' WHEN 'x' THEN 'extended' WHEN 'e' THEN 'external' WHEN 'm' THEN 'main' END FROM pg_attribute WHERE attrelid = 'docs'::regclass AND attnum > 0 ORDER BY attnum;
SELECT avg(pg_column_size(body))::int, min(length(body)), max(octet_length(body)), count(DISTINCT pg_column_compression(body)) FROM docs;
SELECT lp, lp_off, lp_flags, lp_len, t_ctid, t_infomask2, t_infomask, t_hoff FROM heap_page_items(get_raw_page('docs', 0)) LIMIT 6;
SELECT lp, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).raw_flags FROM heap_page_items(get_raw_page('docs', 0)) LIMIT 3;
SELECT * FROM bt_metap('docs_pkey');
SELECT blkno, type, live_items, dead_items, avg_item_size, page_size, free_size FROM bt_page_stats('docs_pkey', 1);
SELECT itemoffset, ctid, itemlen, data, dead FROM bt_page_items('docs_pkey', 1) LIMIT 5;
ALTER TABLE docs ALTER COLUMN body SET STORAGE external;
ALTER TABLE docs ALTER COLUMN meta SET COMPRESSION lz4;
\d+ docs
VACUUM (VERBOSE, FULL) docs;
SELECT pg_size_pretty(pg_total_relation_size('docs'));
\dt+
\di+
SELECT relname, age(relfrozenxid) > 0 AS aged, relallvisible FROM pg_class WHERE relname IN ('docs', 'docs_pkey') ORDER BY 1;
