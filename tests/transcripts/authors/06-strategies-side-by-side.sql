-- Storage strategies, one column each
\pset pager off
CREATE TABLE strategies (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  p  varchar(4000) STORAGE PLAIN,
  note text
);
\d+ strategies
DROP TABLE strategies;
CREATE TABLE strategies (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, p text, m text, x text, e text);
ALTER TABLE strategies ALTER p SET STORAGE PLAIN, ALTER m SET STORAGE MAIN, ALTER x SET STORAGE EXTENDED, ALTER e SET STORAGE EXTERNAL;
\d+ strategies
SELECT attname, attstorage, attcompression, attlen, attalign FROM pg_attribute WHERE attrelid = 'strategies'::regclass AND attnum > 0 ORDER BY attnum;
INSERT INTO strategies (p, m, x, e) SELECT repeat('p', 1000), repeat('m', 3000), repeat('x', 100000), repeat('e', 5000) FROM generate_series(1, 20);
INSERT INTO strategies (p) VALUES (repeat('p', 9000));
INSERT INTO strategies (m) VALUES ((SELECT string_agg(md5(i::text), '') FROM generate_series(1, 250) i));
INSERT INTO strategies (m) VALUES ((SELECT string_agg(md5(i::text), '') FROM generate_series(1, 400) i));
SELECT id, pg_column_size(p) p, pg_column_size(m) m, pg_column_size(x) x, pg_column_size(e) e FROM strategies WHERE id IN (1, 20) OR id > 20 ORDER BY id;
SELECT reltoastrelid::regclass AS toast, pg_relation_size(oid) main, pg_relation_size(reltoastrelid) toast_size, pg_indexes_size(reltoastrelid) toast_idx, pg_total_relation_size(oid) total FROM pg_class WHERE relname = 'strategies';
SELECT t.relname, t.relkind, t.relpages, t.reltuples, i.indexrelid::regclass, i.indisprimary, i.indkey FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid JOIN pg_index i ON i.indrelid = t.oid WHERE c.relname = 'strategies';
VACUUM ANALYZE strategies;
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE relname LIKE '%strategies%' OR oid = (SELECT reltoastrelid FROM pg_class WHERE relname='strategies') ORDER BY 1;
SELECT attname, avg_width, n_distinct, null_frac FROM pg_stats WHERE tablename = 'strategies' ORDER BY attname;
\dt+
\di+
\df+ nothing*
SELECT chunk_id - (SELECT min(chunk_id) FROM pg_toast.pg_toast_16393) AS rel, count(*), sum(length(chunk_data)), min(length(chunk_data)), max(length(chunk_data)) FROM pg_toast.pg_toast_16393 GROUP BY 1 ORDER BY 1 LIMIT 5;
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE relname = 'strategies' \gset
SELECT count(DISTINCT chunk_id) AS vals, count(*) AS chunks, sum(octet_length(chunk_data)) AS bytes FROM :toast;
SELECT chunk_seq, octet_length(chunk_data), left(encode(chunk_data, 'escape'), 12) FROM :toast ORDER BY chunk_id, chunk_seq LIMIT 7;
\d :toast
ALTER TABLE strategies ALTER COLUMN e SET STORAGE MAIN;
UPDATE strategies SET e = e || '' WHERE id <= 3;
SELECT id, pg_column_size(e), pg_column_compression(e) FROM strategies WHERE id <= 5 ORDER BY id;
VACUUM FULL strategies;
SELECT id, pg_column_size(e), pg_column_compression(e), pg_column_compression(x), pg_column_compression(m) FROM strategies ORDER BY id DESC LIMIT 4;
SELECT pg_size_pretty(pg_table_size('strategies')), pg_size_pretty(pg_indexes_size('strategies'));
SELECT lp, lp_off, lp_len, t_ctid, t_infomask2 & 2047 AS natts, t_hoff, t_infomask::bit(16) FROM heap_page_items(get_raw_page('strategies', 0)) LIMIT 3;
ALTER TABLE strategies SET (toast_tuple_target = 4080);
ALTER TABLE strategies SET (toast_tuple_target = 100);
ALTER TABLE strategies SET (toast.autovacuum_enabled = off);
SELECT reloptions FROM pg_class WHERE relname = 'strategies' UNION ALL SELECT reloptions FROM pg_class WHERE oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'strategies');
ALTER TABLE strategies ALTER COLUMN id SET STORAGE EXTERNAL;
ALTER TABLE strategies ALTER COLUMN id SET COMPRESSION lz4;
ALTER TABLE strategies ALTER COLUMN p SET COMPRESSION gzip;
ALTER TABLE strategies ALTER COLUMN nope SET STORAGE PLAIN;
ALTER TABLE strategies ALTER COLUMN p SET STORAGE weird;
