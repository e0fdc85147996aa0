-- Locks leave traces: SELECT FOR UPDATE and its weaker kin.
CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL);
CREATE TABLE ent (id serial PRIMARY KEY, acc int REFERENCES acc (id), amount int);
INSERT INTO acc VALUES (1, 100), (2, 200), (3, 300);
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
BEGIN;
SELECT * FROM acc WHERE id = 1 FOR UPDATE;
SELECT * FROM acc WHERE id = 2 FOR SHARE;
SELECT * FROM acc WHERE id = 3 FOR NO KEY UPDATE;
COMMIT;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, fpi_length, CASE WHEN resource_manager = 'Heap' THEN regexp_replace(description, 'xid [0-9]+', 'xid') END FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/5/[0-9]{4} ' ORDER BY start_lsn;
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO ent (acc, amount) VALUES (1, 10), (1, 20), (2, 30);
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, fpi_length FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/5/[0-9]{4} ' ORDER BY start_lsn;
EXPLAIN (ANALYZE, WAL, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM acc WHERE id = 1 FOR KEY SHARE;
EXPLAIN (ANALYZE, WAL, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM acc FOR UPDATE;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM acc FOR UPDATE SKIP LOCKED LIMIT 2;
SELECT pg_current_wal_insert_lsn() AS a \gset
BEGIN;
UPDATE acc SET bal = bal - 10 WHERE id = 1;
SAVEPOINT one;
UPDATE acc SET bal = bal + 10 WHERE id = 2;
ROLLBACK TO one;
UPDATE acc SET bal = bal + 10 WHERE id = 3;
RELEASE one;
COMMIT;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, main_data_length, CASE WHEN resource_manager = 'Transaction' THEN regexp_replace(description, '^[^;+]*\+00', 'T') END FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/5/[0-9]{4} ' ORDER BY start_lsn;
SELECT pg_current_wal_insert_lsn() AS a \gset
BEGIN;
INSERT INTO acc VALUES (4, 400);
INSERT INTO acc VALUES (4, 401);
ROLLBACK;
INSERT INTO acc VALUES (4, 402) ON CONFLICT DO NOTHING;
INSERT INTO acc VALUES (4, 403) ON CONFLICT (id) DO UPDATE SET bal = excluded.bal WHERE acc.bal < excluded.bal;
INSERT INTO acc VALUES (4, 403), (5, 5) ON CONFLICT (id) DO NOTHING;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, CASE WHEN resource_manager <> 'Transaction' THEN regexp_replace(description, 'xm[a-z]+ [0-9]+|xid [0-9]+', 'X', 'g') END FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/5/[0-9]{4} ' ORDER BY start_lsn;
DELETE FROM ent WHERE amount = 20 RETURNING *;
SELECT t_infomask & 128 <> 0 AS locked FROM heap_page_items(get_raw_page('acc', 0));
