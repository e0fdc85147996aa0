-- A row that fits
CREATE TABLE one (jb jsonb);
ALTER TABLE one ALTER jb SET STORAGE EXTERNAL;
INSERT INTO one
SELECT jsonb_build_object(
         'id', 1,
         'foo', (SELECT jsonb_agg(0) FROM generate_series(1, 163)));
SELECT lp_len AS row_bytes, t_hoff AS header,
       lp_len - t_hoff AS document
FROM heap_page_items(get_raw_page('one', 0));

-- One key more
INSERT INTO one SELECT jb || '{"bar": "baz"}' FROM one;
SELECT lp_len AS row_bytes
FROM heap_page_items(get_raw_page('one', 0));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'one' \gset
SELECT chunk_seq, length(chunk_data) AS bytes FROM :toast ORDER BY 1;

-- Ten thousand rows
CREATE TABLE test (jb jsonb);
ALTER TABLE test ALTER jb SET STORAGE EXTERNAL;
INSERT INTO test
SELECT jsonb_build_object(
         'id', i,
         'foo', (SELECT jsonb_agg(0) FROM generate_series(1, 163)))
FROM generate_series(1, 10000) AS i;
SELECT count(*) AS rows_on_page
FROM heap_page_items(get_raw_page('test', 0));
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test;

-- One key more in each
UPDATE test SET jb = jb || '{"bar": "baz"}';
VACUUM FULL test;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'test' \gset
-- All is to be in memory, and the index open, before we count.
SELECT count(*) AS chunks FROM :toast WHERE chunk_id = 0;
SELECT count(*) AS rows FROM test;
SELECT count(*) AS rows_on_page
FROM heap_page_items(get_raw_page('test', 0));
SELECT pg_relation_size('test') / 8192 AS heap_pages,
       pg_relation_size(reltoastrelid) / 8192 AS toast_pages,
       pg_indexes_size(reltoastrelid) / 8192 AS index_pages
FROM pg_class WHERE relname = 'test';

-- One row
SELECT level + 1 AS levels FROM bt_metap(:'toast' || '_index');
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test WHERE ctid = '(0,1)';

-- The same query again
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM test;
