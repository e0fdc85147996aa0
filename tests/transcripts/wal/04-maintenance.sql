-- Maintenance: what rewriting and vacuuming cost.
CREATE TABLE m (id int, g int, t text);
INSERT INTO m SELECT i, i % 10, repeat(chr(97 + i % 26), 150) FROM generate_series(1, 800) i;
CREATE INDEX m_g ON m (g);
CREATE UNIQUE INDEX m_id ON m (id);
\set since 'SELECT resource_manager, record_type, count(*), sum(record_length) AS length, sum(fpi_length) AS fpi FROM pg_get_wal_records_info(:''a'', pg_current_wal_flush_lsn()) WHERE resource_manager NOT IN (''Transaction'', ''Standby'') AND block_ref !~ ''rel 1663/[0-9]+/[0-9]{4} '' AND block_ref <> '''' GROUP BY 1, 2 ORDER BY 1, 2;'
DELETE FROM m WHERE id % 3 = 0;
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM m;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM FREEZE m;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM FULL m;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
CLUSTER m USING m_g;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
REINDEX TABLE m;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
REINDEX INDEX m_id;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE m ALTER id TYPE bigint;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE m ADD COLUMN extra text DEFAULT 'constant';
ALTER TABLE m ADD COLUMN vol float DEFAULT random();
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
CREATE TABLE m2 AS SELECT id, t FROM m WHERE id < 300;
CHECKPOINT;
:since
SELECT pg_current_wal_insert_lsn() AS a \gset
TRUNCATE m;
INSERT INTO m VALUES (1, 1, 'again');
CHECKPOINT;
:since
SELECT relname, relpages, reltuples FROM pg_class WHERE relname IN ('m', 'm2', 'm_g', 'm_id') ORDER BY 1;
