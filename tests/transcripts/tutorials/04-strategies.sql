-- The same text under each storage strategy and compression method.
CREATE TABLE plain_t (v text);
CREATE TABLE main_t (v text);
CREATE TABLE ext_t (v text);
CREATE TABLE ext_lz4 (v text COMPRESSION lz4);
CREATE TABLE external_t (v text);
ALTER TABLE plain_t ALTER v SET STORAGE plain;
ALTER TABLE main_t ALTER v SET STORAGE main;
ALTER TABLE external_t ALTER v SET STORAGE external;
SELECT format('INSERT INTO %I SELECT repeat(md5(i::text), 60) FROM generate_series(1, 200) i', relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname \gexec
INSERT INTO plain_t VALUES (repeat('x', 10000));
INSERT INTO main_t SELECT string_agg(md5(i::text), '') FROM generate_series(1, 400) i;
INSERT INTO ext_t SELECT string_agg(md5(i::text), '') FROM generate_series(1, 400) i;
INSERT INTO ext_lz4 SELECT string_agg(md5(i::text), '') FROM generate_series(1, 400) i;
SELECT c.relname, pg_relation_size(c.oid) AS heap, pg_relation_size(c.reltoastrelid) AS toast, pg_table_size(c.oid) AS "table" FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname;
SELECT 'main' AS t, pg_column_compression(v), count(*), min(pg_column_size(v)), max(pg_column_size(v)) FROM main_t GROUP BY 2
UNION ALL SELECT 'extended', pg_column_compression(v), count(*), min(pg_column_size(v)), max(pg_column_size(v)) FROM ext_t GROUP BY 2
UNION ALL SELECT 'lz4', pg_column_compression(v), count(*), min(pg_column_size(v)), max(pg_column_size(v)) FROM ext_lz4 GROUP BY 2
UNION ALL SELECT 'external', pg_column_compression(v), count(*), min(pg_column_size(v)), max(pg_column_size(v)) FROM external_t GROUP BY 2
ORDER BY 1, 2;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substr(v, 1, 10) FROM external_t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT length(v) FROM ext_t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT v FROM external_t WHERE v LIKE '%ab%';
CREATE TABLE target (a text, b text, c text, d int);
ALTER TABLE target SET (toast_tuple_target = 128);
INSERT INTO target VALUES (repeat('a', 300), repeat('b', 3000), repeat('c', 500), 1);
INSERT INTO target SELECT string_agg(md5(i::text), ''), repeat('b', 3000), repeat('c', 500), 2 FROM generate_series(1, 20) i;
INSERT INTO target SELECT string_agg(md5(i::text), ''), string_agg(md5((-i)::text), ''), string_agg(md5((i*7)::text), ''), 3 FROM generate_series(1, 40) i;
SELECT d, pg_column_size(a) a, pg_column_size(b) b, pg_column_size(c) c, pg_column_size(target.*) AS row FROM target ORDER BY d;
SELECT t_attrs[1], t_attrs[4] FROM heap_page_item_attrs(get_raw_page('target', 0), 'target');
\d+ target
