-- A random program (npm run oracle -- --show 20037): its pages, but for the page's LSN and checksum, and what it logs.
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
SET default_toast_compression = pglz;
SELECT setseed(0.680);
CREATE TABLE t0 (id int, c0 text, c1 varchar(4000), c2 text, c3 bytea);
ALTER TABLE t0 ALTER COLUMN c0 SET STORAGE EXTERNAL;
ALTER TABLE t0 ALTER COLUMN c1 SET STORAGE EXTENDED;
CREATE INDEX ON t0 (md5(c2));
VACUUM (FREEZE) t0;
DELETE FROM t0 WHERE id = 2007;
DELETE FROM t0 WHERE id > 19126;
VACUUM t0;
INSERT INTO t0 (id, c0, c1, c2, c3) SELECT 1000000 - id, c0, c1, c0, c3 FROM t0;
UPDATE t0 SET c1 = left((SELECT string_agg(md5((id * 1000 + j + 256)::text), '') FROM generate_series(1, 30) j), 955) WHERE id = 2002;
CHECKPOINT;
DELETE FROM t0 WHERE id > 16085;
TRUNCATE t0;
ROLLBACK;
SELECT c.relname, f.fork, count(*), md5(string_agg(md5(substr(get_raw_page(c.oid::regclass::text, f.fork, b.blk), 11)), '' ORDER BY b.blk)) AS digest
  FROM pg_class c, (VALUES ('main'), ('fsm'), ('vm')) f(fork),
       LATERAL generate_series(0, (pg_relation_size(c.oid, f.fork) / 8192)::int - 1) b(blk)
 WHERE c.oid >= 16384 AND c.relkind IN ('r', 't', 'i', 'S', 'm')
 GROUP BY c.oid, c.relname, f.fork ORDER BY c.oid, f.fork;
SELECT relname, relpages, reltuples, relallvisible FROM pg_class WHERE oid >= 16384 ORDER BY oid;
CHECKPOINT;
SELECT resource_manager, record_type, count(*), sum(record_length) AS bytes, sum(fpi_length) AS images
  FROM pg_get_wal_records_info(:'a', pg_current_wal_flush_lsn())
 WHERE block_ref <> '' AND block_ref !~ 'rel 1663/[0-9]+/[0-9]{4} ' GROUP BY 1, 2 ORDER BY 1, 2;
