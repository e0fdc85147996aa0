-- Unlogged relations: what of them is logged, so that a crash finds them empty.
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE UNLOGGED TABLE u (id int PRIMARY KEY, t text);
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, fpi_length, description, block_ref FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager NOT IN ('Heap','Heap2','Btree','Transaction');
CREATE INDEX ON u (t);
SELECT pg_relation_size('u','init'), pg_relation_size('u_pkey','init');
SELECT relname, pg_relation_size(oid,'init') FROM pg_class WHERE relname like 'pg_toast_16384%';
SELECT pg_current_wal_insert_lsn() AS a \gset
TRUNCATE u;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, fpi_length, description, block_ref FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager NOT IN ('Heap','Heap2','Btree','Transaction');
SELECT pg_current_wal_insert_lsn() AS a \gset
REINDEX TABLE u;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, fpi_length, description, block_ref FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager NOT IN ('Heap','Heap2','Btree','Transaction');
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM FULL u;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, fpi_length, description, block_ref FROM pg_get_wal_records_info(:'a', :'b') WHERE resource_manager NOT IN ('Heap','Heap2','Btree','Transaction');
