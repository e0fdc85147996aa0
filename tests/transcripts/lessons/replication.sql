-- What the log holds
CREATE TABLE w (id int PRIMARY KEY, a text, b text);
ALTER TABLE w ALTER a SET STORAGE EXTERNAL;
INSERT INTO w VALUES (1, repeat('a', 10000), 'small');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET b = 'tiny' WHERE id = 1;

-- Record by record
SELECT pg_current_wal_insert_lsn() AS start \gset
UPDATE w SET b = 'mini' WHERE id = 1;
SELECT pg_current_wal_insert_lsn() AS stop \gset
SELECT record_type, record_length AS record_bytes
FROM pg_get_wal_records_info(:'start', :'stop')
WHERE resource_manager = 'Heap' ORDER BY record_type;

-- Asking for the old row
ALTER TABLE w REPLICA IDENTITY FULL;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET b = 'nano' WHERE id = 1;
SHOW wal_level;

-- Sending the value once
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET a = a || '' WHERE id = 1;

-- How decoding finds the chunks
SELECT pg_current_wal_insert_lsn() AS start \gset
UPDATE w SET a = a || '' WHERE id = 1;
SELECT pg_current_wal_insert_lsn() AS stop \gset
SELECT count(*) AS chunks, sum(record_length) AS bytes
FROM pg_get_wal_records_info(:'start', :'stop')
WHERE resource_manager = 'Heap' AND record_type LIKE 'INSERT%';
SELECT resource_manager, record_type, count(*)
FROM pg_get_wal_records_info(:'start', :'stop')
WHERE resource_manager IN ('Heap', 'Btree')
GROUP BY 1, 2 ORDER BY 1, 2;

-- Exercise: nothing is missed
CREATE TABLE orders (id int PRIMARY KEY, state text, note text);
ALTER TABLE orders ALTER note SET STORAGE EXTERNAL;
INSERT INTO orders
SELECT i, 'new', repeat('n', 10000) FROM generate_series(1, 20) AS i;
CREATE TABLE notes (id int PRIMARY KEY, note text);
