CREATE TABLE t (id int PRIMARY KEY, v text, w text, n int);
INSERT INTO t SELECT i, repeat('x', 5000 + i), (SELECT string_agg(md5((i*j)::text), '') FROM generate_series(1, 150) j), i FROM generate_series(1, 40) i;
DELETE FROM t WHERE id % 3 = 0;
CHECKPOINT;
\set counts 'SELECT record_type, count(*) FROM pg_get_wal_records_info(:''a'', :''b'') WHERE resource_manager IN (''Standby'', ''Storage'') OR resource_manager = ''Heap'' AND record_type IN (''DELETE'', ''INPLACE'') GROUP BY 1 ORDER BY 1;'
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM FULL t;
SELECT pg_current_wal_flush_lsn() AS b \gset
:counts
CREATE INDEX t_i ON t (id DESC);
SELECT pg_current_wal_insert_lsn() AS a \gset
CLUSTER t USING t_i;
SELECT pg_current_wal_flush_lsn() AS b \gset
:counts
ALTER TABLE t ADD COLUMN m int DEFAULT 5;
ALTER TABLE t DROP COLUMN v;
SELECT pg_current_wal_insert_lsn() AS a \gset
CLUSTER t;
SELECT pg_current_wal_flush_lsn() AS b \gset
:counts
SELECT c.relname, c.relfilenode, c.relpages, c.reltuples, c.relallvisible, c.relfrozenxid FROM pg_class c WHERE c.oid >= 16384 ORDER BY c.oid;
SELECT attname, atthasmissing, attmissingval FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0;
ALTER TABLE t DROP COLUMN w;
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM FULL t;
SELECT pg_current_wal_flush_lsn() AS b \gset
:counts
SELECT c.relname, c.relfilenode, c.relpages, c.reltuples, c.relallvisible, c.relfrozenxid, c.reltoastrelid FROM pg_class c WHERE c.oid >= 16384 ORDER BY c.oid;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE t ALTER n TYPE bigint;
SELECT pg_current_wal_flush_lsn() AS b \gset
:counts
