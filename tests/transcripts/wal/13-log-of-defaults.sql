-- The log of defaults, of a table that becomes logged, and of new names: record by record, without the images of a checkpoint.
CREATE EXTENSION IF NOT EXISTS pg_walinspect;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE t (id int, some_column_with_a_long_name_so_that_the_next_is_far numeric(10,2) DEFAULT 5, another_column_with_a_long_name_so_that_the_next_is_far text DEFAULT 'new', n int DEFAULT 0, nn int DEFAULT 5);
SELECT record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type = 'INSERT' AND fpi_length = 0;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE t2 (id int, d timestamptz DEFAULT now(), e timestamp DEFAULT now(), f date DEFAULT now());
SELECT record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type = 'INSERT' AND fpi_length = 0;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE t3 (id int, d timestamptz DEFAULT CURRENT_TIMESTAMP, f timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3), u name DEFAULT CURRENT_USER);
SELECT record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type = 'INSERT' AND fpi_length = 0;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE t4 (id uuid DEFAULT gen_random_uuid(), r float8 DEFAULT random(), c timestamptz DEFAULT clock_timestamp());
ALTER TABLE t4 ADD COLUMN at timestamptz NOT NULL DEFAULT now();
SELECT record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type = 'INSERT' AND fpi_length = 0;
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE t5 (a date DEFAULT CURRENT_DATE, b jsonb NOT NULL DEFAULT '{}', c text[] DEFAULT '{}', d boolean DEFAULT false, e bigint DEFAULT 0);
SELECT record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type = 'INSERT' AND fpi_length = 0;
CREATE UNLOGGED TABLE u (id int PRIMARY KEY, body text);
INSERT INTO u SELECT i, repeat(md5(i::text), 200) FROM generate_series(1, 10) i;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE u SET LOGGED;
SELECT resource_manager, record_type, count(*), sum(record_length - fpi_length) FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type NOT LIKE 'PRUNE%' GROUP BY 1, 2 ORDER BY 1, 2;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE u RENAME COLUMN body TO text;
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type NOT LIKE 'PRUNE%';
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE u RENAME TO logged;
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type NOT LIKE 'PRUNE%';
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER INDEX u_pkey RENAME TO logged_pkey;
SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE record_type NOT LIKE 'PRUNE%';
