-- What the log says of DDL, of vacuumed pages and of a table that is cut; a table's size by its fillfactor.
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE k (id int PRIMARY KEY, n int NOT NULL, t text);
ALTER TABLE k ADD COLUMN b boolean NOT NULL DEFAULT false;
CREATE INDEX ON k (n);
CREATE TABLE s (id serial, v numeric NOT NULL) WITH (fillfactor = 50);
DROP TABLE s;
CHECKPOINT;
SELECT xid, record_length, regexp_replace(description, '^[^;]*;', '') AS messages FROM pg_get_wal_records_info(:'a', pg_current_wal_flush_lsn()) WHERE record_type = 'COMMIT' ORDER BY start_lsn;
INSERT INTO k SELECT i, i, repeat('x', 400) FROM generate_series(1, 100) i;
DELETE FROM k WHERE id % 5 = 0;
\set records 'SELECT resource_manager, record_type, record_length, description FROM pg_get_wal_records_info(:''a'', pg_current_wal_flush_lsn()) WHERE resource_manager NOT IN (''Transaction'', ''Standby'') AND block_ref !~ ''rel 1663/[0-9]+/[0-9]{4} '' AND block_ref <> '''' ORDER BY start_lsn;'
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM (FREEZE) k;
CHECKPOINT;
:records
DELETE FROM k WHERE id > 30;
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM k;
CHECKPOINT;
:records
CREATE TABLE f (id int, a text, b text) WITH (fillfactor = 19);
CREATE INDEX ON f (id);
INSERT INTO f SELECT i, 'a', 'b' FROM generate_series(1, 6) i;
EXPLAIN SELECT * FROM f WHERE id > 8597;
CREATE TABLE wide (id int, a text, b text, c text, d text, e text, f text, g text, h text) WITH (fillfactor = 10);
INSERT INTO wide SELECT i, 'a' FROM generate_series(1, 6) i;
EXPLAIN SELECT * FROM wide;
CREATE TABLE wider (a char(9000));
INSERT INTO wider VALUES ('a');
EXPLAIN SELECT * FROM wider;
