-- github.com/NangoHQ/nango, pull request 5700: an upsert of a record that has not changed writes all of its chunks again.
CREATE TABLE records (id int PRIMARY KEY, data_hash text, data json);
ALTER TABLE records ALTER data SET STORAGE EXTERNAL;
CREATE VIEW fresh AS
  SELECT 1 AS id, 'a1'::text AS data_hash,
         json_build_object('rows', (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 3000) i)) AS data;
INSERT INTO records SELECT * FROM fresh;
SELECT length(data::text), pg_column_size(data) FROM records;
SELECT count(*) FROM records WHERE id = 1;
INSERT INTO records SELECT * FROM fresh ON CONFLICT (id) DO UPDATE SET data = excluded.data, data_hash = excluded.data_hash;
-- as it was: every record that comes again is written again
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  INSERT INTO records SELECT * FROM fresh ON CONFLICT (id) DO UPDATE SET data = excluded.data, data_hash = excluded.data_hash;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  INSERT INTO records SELECT * FROM fresh ON CONFLICT (id) DO UPDATE SET data = excluded.data, data_hash = excluded.data_hash;
-- as it is now: only what has another hash
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  INSERT INTO records SELECT * FROM fresh ON CONFLICT (id) DO UPDATE SET data = excluded.data, data_hash = excluded.data_hash
  WHERE records.data_hash IS DISTINCT FROM excluded.data_hash;
-- the hash alone
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  INSERT INTO records (id, data_hash) VALUES (1, 'a2') ON CONFLICT (id) DO UPDATE SET data_hash = excluded.data_hash;
SELECT pg_relation_size(reltoastrelid) / 8192 AS toast_pages FROM pg_class WHERE relname = 'records';
