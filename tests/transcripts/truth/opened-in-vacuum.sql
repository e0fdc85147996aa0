-- VACUUM opens the indexes of a table after it began to count: after VACUUM FULL that prunes pages of catalogs.
CREATE TABLE fz (id int PRIMARY KEY, t text);
INSERT INTO fz SELECT i, repeat('f', 100) FROM generate_series(1, 500) i;
VACUUM FULL fz;
VACUUM fz;
VACUUM FULL fz;
VACUUM VERBOSE fz;
VACUUM VERBOSE fz;
DELETE FROM fz WHERE id > 300;
VACUUM (FULL, FREEZE) fz;
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM fz;
SELECT pg_current_wal_insert_lsn() AS b \gset
VACUUM fz;
INSERT INTO fz VALUES (1000);
SELECT record_type, count(*), sum(record_length) FROM pg_get_wal_records_info(:'a', :'b') GROUP BY 1 ORDER BY 1;
CREATE TABLE plain (id int, t text);
INSERT INTO plain SELECT i, repeat('f', 100) FROM generate_series(1, 500) i;
VACUUM FULL plain;
VACUUM VERBOSE plain;
