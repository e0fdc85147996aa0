-- Ten thousand small documents
CREATE TABLE test (jb jsonb);
ALTER TABLE test ALTER COLUMN jb SET STORAGE EXTERNAL;
INSERT INTO test
SELECT jsonb_build_object(
         'id', i,
         'foo', (SELECT jsonb_agg(0)
                 FROM generate_series(1, 1960/12)))
FROM generate_series(1, 10000) AS i;
SELECT max(pg_column_size(jb)) AS document FROM test;
SELECT count(*) AS rows_on_page, max(lp_len) AS row_bytes
FROM heap_page_items(get_raw_page('test', 0));

-- A query that needs one key
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test;

-- A small update
UPDATE test SET jb = jb || '{"bar": "baz"}';
VACUUM FULL test;
SELECT max(pg_column_size(jb || '{}')) AS document FROM test;
SELECT count(*) AS rows_on_page, max(lp_len) AS row_bytes
FROM heap_page_items(get_raw_page('test', 0));
SELECT pg_relation_size('test') / 8192 AS heap_pages,
       pg_relation_size(reltoastrelid) / 8192 AS toast_pages,
       pg_indexes_size(reltoastrelid) / 8192 AS index_pages
FROM pg_class WHERE relname = 'test';

-- One row
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'test' \gset
SELECT level + 1 AS levels FROM bt_metap(:'toast' || '_index');
SELECT chunk_seq, length(chunk_data) AS bytes, count(*)
FROM :toast GROUP BY 1, 2 ORDER BY 1;
SELECT count(jb->'id') FROM test WHERE ctid = '(0,1)';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test WHERE ctid = '(0,1)';

-- The same query again
SELECT count(jb->'id') FROM test;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test;

-- Drag it over the edge
CREATE TABLE edge (jb jsonb);
ALTER TABLE edge ALTER COLUMN jb SET STORAGE EXTERNAL;
INSERT INTO edge
SELECT jsonb_build_object('id', i, 'foo',
         (SELECT jsonb_agg(0) FROM generate_series(1, 163)))
FROM generate_series(1, 300) AS i;
SELECT count(jb->'id') FROM edge;
SELECT pg_relation_size('edge') / 8192 AS heap_pages,
       pg_column_size(jb) AS document
FROM edge LIMIT 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM edge;

-- Exercise: under a hundred and twenty
CREATE TABLE docs (jb jsonb);
ALTER TABLE docs ALTER COLUMN jb SET STORAGE EXTERNAL;
INSERT INTO docs
SELECT jsonb_build_object('id', i, 'foo',
         (SELECT jsonb_agg(0) FROM generate_series(1, 175)))
FROM generate_series(1, 300) AS i;
