-- The same documents twice
SET toastscope.server = 'toasters';
CREATE TABLE def (id int PRIMARY KEY, jb jsonb);
CREATE TABLE tsr (id int PRIMARY KEY, jb jsonb TOASTER jsonb_toaster);
INSERT INTO def SELECT i, jsonb_build_object(
  'key1', i,
  'key2', (SELECT jsonb_agg(j) FROM generate_series(
             1, pow(10, 1 + 5.0 * i / 100.0)::int) AS j),
  'key3', i,
  'key4', (SELECT jsonb_agg(0) FROM generate_series(
             1, pow(10, 0 + 5.0 * i / 100.0)::int)))
FROM generate_series(20, 100, 20) i;
INSERT INTO tsr SELECT * FROM def;
SELECT id, octet_length(def.jb::text) AS text,
       pg_column_size(def.jb) AS def, pg_column_size(tsr.jb) AS tsr
FROM def JOIN tsr USING (id) ORDER BY id;

-- A key in one piece
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1' FROM def WHERE id = 100;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key3' FROM def WHERE id = 100;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key2' FROM def WHERE id = 100;

-- A key by itself
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key1' FROM tsr WHERE id = 100;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'key2' FROM tsr WHERE id = 100;

-- A key changed
CHECKPOINT;
SELECT count(*) FROM def WHERE jb->'key1' IS NOT NULL;
SELECT count(*) FROM tsr WHERE jb->'key1' IS NOT NULL;
UPDATE def SET jb = jb;
UPDATE tsr SET jb = jb;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE def SET jb = jsonb_set(jb, '{key3}', '7') WHERE id = 60;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE tsr SET jb = jsonb_set(jb, '{key3}', '7') WHERE id = 60;

-- An element changed
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE def SET jb = jsonb_set(jb, '{key2,0}', '5') WHERE id = 60;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE tsr SET jb = jsonb_set(jb, '{key2,0}', '5') WHERE id = 60;

-- The large document
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE tsr SET jb = jsonb_set(jb, '{key3}', '7') WHERE id = 100;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE def SET jb = jsonb_set(jb, '{key3}', '7') WHERE id = 100;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE def SET jb = jsonb_set(jb, '{key3}', '8') WHERE id = 100;

-- Exercise: the state of an order
CREATE TABLE orders (id int PRIMARY KEY, jb jsonb);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'new', 'lines',
            (SELECT jsonb_agg(j) FROM generate_series(1, 20000) AS j))
FROM generate_series(1, 10) AS i;
