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
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'test' \gset
SELECT chunk_seq, length(chunk_data) AS chunk
FROM :toast ORDER BY chunk_id DESC, chunk_seq DESC LIMIT 1;

-- One byte more, in the row
SET toastscope.server = 'strategies';
CREATE TABLE tail (data bytea);
ALTER TABLE tail ALTER COLUMN data SET STORAGE EXTERNAL;
INSERT INTO tail SELECT repeat('a', 100000000)::bytea data;
UPDATE tail SET data = data || 'w'::bytea;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE tail SET data = data || 'x'::bytea;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('tail', 0));

-- Exercise: a byte more for less
SET toastscope.server = 'toasters';
CREATE TABLE sounds (id int, data bytea STORAGE EXTERNAL);
INSERT INTO sounds SELECT 1, repeat('s', 1000000)::bytea;
