-- What a DBA asks a server before an upgrade: the log's blocks, pages of an index, checks, words of errors.
SELECT pg_current_wal_insert_lsn() AS b \gset
CREATE TABLE w (id int PRIMARY KEY, v text);
INSERT INTO w VALUES (1, 'one'), (2, 'two');
SELECT pg_current_wal_insert_lsn() AS c \gset
UPDATE w SET v = 'uno' WHERE id = 1;
DELETE FROM w WHERE id = 2;
SELECT pg_current_wal_insert_lsn() AS d \gset
SELECT resource_manager, record_type, block_id, relforknumber, relblocknumber, block_data_length, block_fpi_length, block_fpi_info FROM pg_get_wal_block_info(:'c', :'d');
SELECT record_type, reltablespace, reldatabase, relfilenode = pg_relation_filenode('w') AS of_w, description FROM pg_get_wal_block_info(:'c', :'d', false) WHERE resource_manager = 'Heap';
SELECT octet_length(block_data), octet_length(block_fpi_data) FROM pg_get_wal_block_info(:'c', :'d', show_data => true) LIMIT 2;
SELECT octet_length(block_data), octet_length(block_fpi_data) FROM pg_get_wal_block_info(:'c', :'d', show_data => false) LIMIT 2;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS e \gset
UPDATE w SET v = 'eins' WHERE id = 1;
SELECT pg_current_wal_insert_lsn() AS f \gset
SELECT relblocknumber, block_fpi_length > 0 AS whole, block_fpi_info, octet_length(block_fpi_data) FROM pg_get_wal_block_info(:'e', :'f') WHERE relfilenode = pg_relation_filenode('w') ORDER BY 1;
SELECT segment_number > 0 AS later, timeline_id FROM pg_split_walfile_name('000000010000000100C000AB');
SELECT * FROM pg_split_walfile_name('bogus');
SELECT pg_logical_emit_message(false, 'me', 'hello', true) IS NOT NULL AS logged;
SELECT pg_current_wal_insert_lsn() AS g \gset
SELECT record_type, record_length, description FROM pg_get_wal_records_info(:'f', :'g') WHERE resource_manager = 'LogicalMessage';
INSERT INTO w SELECT i, 'v' || i FROM generate_series(10, 1200) i;
SELECT * FROM bt_multi_page_stats('w_pkey', 1, 2);
SELECT count(*), sum(live_items) FROM bt_multi_page_stats('w_pkey', 1, -1);
SELECT * FROM bt_multi_page_stats('w_pkey', 0, 1);
SELECT * FROM bt_multi_page_stats('w_pkey', 1, 5000);
SELECT * FROM bt_page_stats('w_pkey', -1);
CREATE EXTENSION amcheck;
SELECT bt_index_check('w_pkey', true);
SELECT bt_index_check('w_pkey', true, true);
SELECT bt_index_parent_check('w_pkey', true, true, true);
ALTER EXTENSION pageinspect UPDATE;
ALTER EXTENSION pageinspect UPDATE TO '1.0';
SELECT pg_stat_force_next_flush();
SELECT heap_blks_read FROM pg_statio_user_tables WHERE relname = 'w';
ALTER TABLE w SET (autovacuum_vacuum_max_threshold = 1000);
ALTER TABLE w SET (autovacuum_vacuum_max_threshold = -2);
ALTER TABLE w SET (vacuum_max_eager_freeze_failure_rate = 0.1);
SELECT reloptions FROM pg_class WHERE relname = 'w';
CREATE TABLE ident (id int GENERATED ALWAYS AS IDENTITY, t text);
ALTER TABLE ident ALTER t ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE bad (a int GENERATED ALWAYS AS IDENTITY DEFAULT 1);
CREATE TABLE gen (w int, h int, area int GENERATED ALWAYS AS (w * h) STORED);
ALTER TABLE gen ALTER area DROP EXPRESSION;
ALTER TABLE gen ALTER area DROP EXPRESSION;
ALTER TABLE gen ALTER area DROP EXPRESSION IF EXISTS;
CREATE FUNCTION g() RETURNS int LANGUAGE sql AS 'UPDATE gen SET w = 1';
CREATE FUNCTION g() RETURNS int LANGUAGE sql AS '';
