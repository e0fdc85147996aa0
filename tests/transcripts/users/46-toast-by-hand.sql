-- where did my 2 MB go? looking for TOAST by hand
CREATE TABLE docs (id int PRIMARY KEY, title text, body text, meta jsonb);
INSERT INTO docs SELECT i, 'doc ' || i, repeat(md5(i::text), 10 * i), jsonb_build_object('k', i, 'tags', (SELECT jsonb_agg(md5(j::text)) FROM generate_series(1, i) j)) FROM generate_series(1, 100) i;
SELECT reltoastrelid::regclass FROM pg_class WHERE relname = 'docs';
SELECT relname, relpages, pg_relation_size(oid) FROM pg_class WHERE oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'docs');
SELECT pg_relation_size('docs') AS main, pg_table_size('docs') - pg_relation_size('docs') AS toast_and_maps, pg_indexes_size('docs') AS idx;
SELECT id, length(body), octet_length(body), pg_column_size(body), pg_column_compression(body) FROM docs WHERE id IN (1, 10, 50, 100) ORDER BY id;
SELECT id, pg_column_size(meta), octet_length(meta::text), pg_column_compression(meta) FROM docs WHERE id IN (1, 10, 50, 100) ORDER BY id;
SELECT count(*) FILTER (WHERE pg_column_compression(body) IS NULL) AS plain, count(*) FILTER (WHERE pg_column_compression(body) = 'pglz') AS pglz, sum(pg_column_size(body)) FROM docs;
SELECT attname, attstorage, attcompression FROM pg_attribute WHERE attrelid = 'docs'::regclass AND attnum > 0 ORDER BY attnum;
\d+ docs
ALTER TABLE docs ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE docs ALTER COLUMN meta SET COMPRESSION lz4;
UPDATE docs SET body = body || '' WHERE id > 90;
SELECT id, pg_column_size(body), pg_column_compression(body) FROM docs WHERE id BETWEEN 89 AND 92 ORDER BY id;
UPDATE docs SET meta = meta || '{"new": true}' WHERE id = 100;
SELECT pg_column_size(meta), pg_column_compression(meta) FROM docs WHERE id IN (99, 100) ORDER BY id;
SELECT reltoastrelid::regclass::text AS toast FROM pg_class WHERE relname = 'docs' \gset
SELECT chunk_id, count(*), sum(length(chunk_data)), max(chunk_seq) FROM :toast GROUP BY 1 ORDER BY 1 LIMIT 5;
SELECT count(DISTINCT chunk_id) AS values, count(*) AS chunks, pg_size_pretty(sum(length(chunk_data))) FROM :toast;
\d :toast
SELECT lp, lp_len, t_ctid, t_infomask2 & 2047 AS natts FROM heap_page_items(get_raw_page(:'toast', 0)) LIMIT 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id, title FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT id, md5(body) FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substr(body, 1, 20) FROM docs WHERE id = 95;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT meta->'k' FROM docs WHERE id = 99;
DELETE FROM docs WHERE id <= 50;
VACUUM docs;
SELECT pg_relation_size('docs') AS main, pg_table_size('docs') AS tbl, pg_relation_size(:'toast') AS toast;
VACUUM FULL docs;
SELECT pg_relation_size('docs') AS main, pg_table_size('docs') AS tbl, pg_relation_size(:'toast') AS toast;
ALTER TABLE docs SET (toast_tuple_target = 4096);
UPDATE docs SET title = title;
SELECT pg_relation_size('docs') AS main, count(*), avg(pg_column_size(body))::int FROM docs;
