-- B-trees in the log: splits, deduplication, page deletion, bottom-up deletion.
CREATE TABLE bt (k int, s text);
CREATE INDEX bt_k ON bt (k);
CREATE INDEX bt_s ON bt (s);
\set kinds 'SELECT resource_manager, record_type, count(*), sum(record_length) AS length, sum(fpi_length) AS fpi FROM pg_get_wal_records_info(:''a'', :''b'') WHERE block_ref !~ ''rel 1663/[0-9]+/[0-9]{4} '' AND block_ref <> '''' GROUP BY 1, 2 ORDER BY 1, 2;'
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO bt SELECT i, 'key ' || i FROM generate_series(1, 1000) i;
SELECT pg_current_wal_insert_lsn() AS b \gset
:kinds
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO bt SELECT 1 + i % 5, 'same' FROM generate_series(1, 1500) i;
SELECT pg_current_wal_insert_lsn() AS b \gset
:kinds
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO bt SELECT (i * 7919) % 1000, repeat('long key ', 20) || (i * 7919) % 1000 FROM generate_series(1, 300) i;
SELECT pg_current_wal_insert_lsn() AS b \gset
:kinds
SELECT pg_current_wal_insert_lsn() AS a \gset
DELETE FROM bt WHERE k BETWEEN 300 AND 900;
VACUUM bt;
SELECT pg_current_wal_insert_lsn() AS b \gset
CHECKPOINT;
:kinds
SELECT pg_current_wal_insert_lsn() AS a \gset
DO $$ BEGIN FOR i IN 1..30 LOOP UPDATE bt SET s = 'v' || i WHERE k = 950; COMMIT; END LOOP; END $$;
SELECT pg_current_wal_insert_lsn() AS b \gset
:kinds
SELECT level, magic, root, fastroot FROM bt_metap('bt_k');
SELECT blkno, type, live_items, dead_items, free_size FROM bt_page_stats('bt_k', 1);
DROP INDEX bt_s;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE INDEX bt_both ON bt (k, s) INCLUDE (s) WITH (fillfactor = 60);
CREATE INDEX bt_part ON bt (s) WHERE k < 10;
CREATE INDEX bt_expr ON bt ((k % 10), lower(s));
SELECT pg_current_wal_insert_lsn() AS b \gset
:kinds
ALTER INDEX bt_k SET (deduplicate_items = off);
REINDEX INDEX bt_k;
SELECT pg_current_wal_insert_lsn() AS a \gset
INSERT INTO bt VALUES (3, 'three'), (3, 'three');
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, record_length, description FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager = 'Btree' ORDER BY start_lsn;
