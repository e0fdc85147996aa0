-- Toasters
SET toastscope.server = 'toasters';
SELECT tsrname, tsrhandler FROM pg_toaster ORDER BY oid;
CREATE TABLE test (data bytea STORAGE EXTERNAL TOASTER bytea_toaster);

-- A hundred megabytes
INSERT INTO test SELECT repeat('a', 100000000)::bytea data;
SELECT pg_size_pretty(pg_table_size('test'));
SELECT lp, lp_len FROM heap_page_items(get_raw_page('test', 0));

-- One byte more
UPDATE test SET data = data || 'w'::bytea;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE test SET data = data || 'x'::bytea;
