-- The slot of an index scan pins the page of its last row: the scan does not prune that page when it comes back to it.
CREATE TABLE zi (id int, t text, n numeric, ts timestamp DEFAULT '2024-01-01', flag bool);
INSERT INTO zi SELECT i, md5((i % 300)::text), i * 1.5, timestamp '2024-01-01' + i * interval '1 hour', i % 10 = 0 FROM generate_series(1, 4000) i;
CREATE INDEX zi_e ON zi (lower(t), (n * 2)) WHERE flag;
CREATE INDEX zi_d ON zi (date_trunc('day', ts), id DESC);
CREATE UNIQUE INDEX zi_u ON zi (id) INCLUDE (t) WITH (fillfactor = 60, deduplicate_items = off);
ANALYZE zi;
VACUUM zi;
SELECT id, t FROM zi WHERE id BETWEEN 10 AND 11;
SELECT count(*) FROM zi WHERE flag;
UPDATE zi SET flag = NOT flag WHERE id <= 50;
UPDATE zi SET flag = true WHERE id <= 50;
SELECT pg_current_wal_insert_lsn() AS a \gset
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE zi SET ts = ts + interval '1 minute' WHERE id <= 50;
SELECT pg_current_wal_insert_lsn() AS b \gset
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE zi SET t = upper(t) WHERE id <= 50;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM zi WHERE id <= 50;
INSERT INTO zi VALUES (NULL);
SELECT record_type, count(*), sum(record_length) FROM pg_get_wal_records_info(:'a', :'b') GROUP BY 1 ORDER BY 1;
SELECT b, lower, upper FROM generate_series(44, 48) b, page_header(get_raw_page('zi', b));
