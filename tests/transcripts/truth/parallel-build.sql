-- A worker that helps to build an index locks it as well, and the log says so: which builds have how many.
CREATE TABLE t (id int, v text);
INSERT INTO t SELECT i, repeat('x', 900) FROM generate_series(1, 9000) i;
CREATE FUNCTION safe(int) RETURNS int LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS 'BEGIN RETURN $1; END';
CREATE FUNCTION unsafe(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1; END';
CREATE FUNCTION inlined(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 + 1';
SELECT pg_relation_size('t') / 8192 AS pages;
\set count 'SELECT count(*) FROM pg_get_wal_records_info(:''start'', pg_current_wal_flush_lsn()) WHERE record_type = ''LOCK'';'
\set mark 'SELECT pg_current_wal_insert_lsn() AS start \\gset'
:mark
CREATE INDEX t_id ON t (id);
:count
:mark
REINDEX INDEX t_id;
:count
:mark
VACUUM FULL t;
:count
:mark
CREATE INDEX t_safe ON t (safe(id));
:count
:mark
CREATE INDEX t_unsafe ON t (unsafe(id));
:count
:mark
CREATE INDEX t_inlined ON t (inlined(id));
:count
:mark
CREATE INDEX t_partial ON t (id) WHERE unsafe(id) > 3;
:count
SET maintenance_work_mem = '1GB';
:mark
REINDEX INDEX t_id;
:count
SET min_parallel_table_scan_size = '1MB';
:mark
REINDEX INDEX t_id;
:count
SET max_parallel_maintenance_workers = 3;
:mark
REINDEX INDEX t_id;
:count
SET max_parallel_workers = 2;
:mark
REINDEX INDEX t_id;
:count
SET max_parallel_maintenance_workers = 0;
:mark
REINDEX INDEX t_id;
:count
RESET max_parallel_maintenance_workers;
RESET max_parallel_workers;
RESET min_parallel_table_scan_size;
ALTER TABLE t SET (parallel_workers = 0);
:mark
REINDEX INDEX t_id;
:count
CREATE TABLE small (id int) WITH (parallel_workers = 5);
:mark
CREATE INDEX small_id ON small (id);
:count
SET max_parallel_maintenance_workers = 40;
ALTER TABLE small SET (parallel_workers = 40);
:mark
REINDEX INDEX small_id;
:count
CREATE TEMP TABLE mine (id int);
:mark
CREATE INDEX mine_id ON mine (id);
:count
