-- In one piece
CREATE EXTENSION jsonb_toaster;
SET jsonb_toaster.partial_decompression = off;
SET jsonb_toaster.partial_detoast = off;
SET jsonb_toaster.sort_values = off;
SET jsonb_toaster.inline_prefix = off;
SET jsonb_toaster.compress_fields = off;
SET jsonb_toaster.toast_fields = off;
SET jsonb_toaster.toast_field_arrays = off;
SET jsonb_toaster.inplace_updates = off;
CREATE VIEW document AS SELECT jsonb_build_object(
  'id', 7,
  'log', (SELECT jsonb_agg(j * 7919 % 100003)
          FROM generate_series(1, 50000) AS j),
  'tags', (SELECT jsonb_agg(md5(j::text))
           FROM generate_series(1, 3000) AS j),
  'title', 'toast') AS jb;
CREATE TABLE docs (n int PRIMARY KEY, jb jsonb TOASTER jsonb_toaster);
INSERT INTO docs SELECT 1, jb FROM document;
SELECT n, pg_column_size(jb) AS stored,
       octet_length(jb::text) AS text
FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'id' FROM docs WHERE n = 1;

-- Decompress less, fetch less
SET jsonb_toaster.partial_decompression = on;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'title' FROM docs WHERE n = 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'id' FROM docs WHERE n = 1;
SET jsonb_toaster.partial_detoast = on;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'title' FROM docs WHERE n = 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'id' FROM docs WHERE n = 1;

-- Short values first, and in the row
SET jsonb_toaster.sort_values = on;
INSERT INTO docs SELECT 2, jb FROM document;
SELECT jb->'id' FROM docs WHERE n = 2;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'title' FROM docs WHERE n = 2;
SET jsonb_toaster.inline_prefix = on;
INSERT INTO docs SELECT 3, jb FROM document;
SELECT jb->'id' FROM docs WHERE n = 3;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF)
UPDATE docs SET jb = jsonb_set(jb, '{id}', '8') WHERE n = 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'tags' FROM docs WHERE n = 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'title' FROM docs WHERE n = 3;

-- Each field by itself
SET jsonb_toaster.toast_fields = on;
INSERT INTO docs SELECT 4, jb FROM document;
SELECT n, pg_column_size(jb) AS stored FROM docs ORDER BY n;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'tags' FROM docs WHERE n = 4;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF)
UPDATE docs SET jb = jsonb_set(jb, '{id}', '8') WHERE n = 4;

-- An element, and all the others
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF)
UPDATE docs SET jb = jsonb_set(jb, '{tags,0}', to_jsonb(md5('one')))
WHERE n = 4;

-- An element changed
SET jsonb_toaster.inplace_updates = on;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF)
UPDATE docs SET jb = jsonb_set(jb, '{tags,0}', to_jsonb(md5('two')))
WHERE n = 4;
SELECT jb->'tags'->>0 = md5('two') AS read_back
FROM docs WHERE n = 4;
SET jsonb_toaster.toast_field_arrays = on;
INSERT INTO docs SELECT 5, jb FROM document;
SELECT jb->'id' FROM docs WHERE n = 5;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'tags'->2999 FROM docs WHERE n = 4;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)
SELECT jb->'tags'->2999 FROM docs WHERE n = 5;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF)
UPDATE docs SET jb = jsonb_set(jb, '{tags,-1}',
                 '"a text that is longer than the one before it"')
WHERE n = 5;

-- Exercise: the state without the lines
SET toastscope.server = 'toasters';
SET jsonb_toaster.partial_decompression = off;
SET jsonb_toaster.partial_detoast = off;
SET jsonb_toaster.sort_values = off;
SET jsonb_toaster.inline_prefix = off;
SET jsonb_toaster.compress_fields = off;
SET jsonb_toaster.toast_fields = off;
SET jsonb_toaster.toast_field_arrays = off;
SET jsonb_toaster.inplace_updates = off;
CREATE TABLE orders (
  id int PRIMARY KEY, jb jsonb TOASTER jsonb_toaster);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'new', 'lines',
            (SELECT jsonb_agg(j) FROM generate_series(1, 20000) AS j))
FROM generate_series(1, 20) AS i;
