-- What DDL writes to the log, record by record: rows of the catalogs as the release has them, on the pages that its initdb made.
CREATE EXTENSION IF NOT EXISTS pg_walinspect;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE doc (id int PRIMARY KEY, title text NOT NULL, body jsonb);
SELECT pg_current_wal_insert_lsn() - :'a' AS bytes;
SELECT resource_manager, record_type, record_length, main_data_length, fpi_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn());
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE doc ADD COLUMN note text;
ALTER TABLE doc ALTER COLUMN note SET STORAGE EXTERNAL;
ALTER TABLE doc ALTER COLUMN note SET STATISTICS 500;
SELECT resource_manager, record_type, record_length, main_data_length, fpi_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn());
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE doc ALTER COLUMN note SET STATISTICS 0;
ALTER TABLE doc ALTER COLUMN note SET STATISTICS -1;
ALTER TABLE doc DROP COLUMN note;
SELECT resource_manager, record_type, record_length, main_data_length, fpi_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn());
SELECT attname, attstattarget, attndims FROM pg_attribute WHERE attrelid = 'doc'::regclass ORDER BY attnum;
INSERT INTO doc VALUES (1, 'one', '{}'), (2, 'two', '[]');
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM (FREEZE) doc;
CREATE INDEX doc_title ON doc (title);
SELECT resource_manager, record_type, record_length, main_data_length, fpi_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn());
SELECT pg_current_wal_insert_lsn() AS a \gset
DROP TABLE doc;
SELECT resource_manager, record_type, record_length, main_data_length, fpi_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn());
