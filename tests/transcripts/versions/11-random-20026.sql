-- A random program (npm run oracle -- --show 20026): its pages, but for the page's LSN and checksum, and what it logs.
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
SET default_toast_compression = pglz;
SELECT setseed(0.258);
CREATE TABLE t0 (id int, c0 bytea, c1 bytea COMPRESSION pglz, c2 bytea COMPRESSION pglz);
ALTER TABLE t0 ALTER COLUMN c0 SET STORAGE PLAIN;
ALTER TABLE t0 ALTER COLUMN c2 SET STORAGE MAIN;
CREATE TABLE t1 (id int PRIMARY KEY, c0 real, c1 text);
ALTER TABLE t1 ALTER COLUMN c1 SET STORAGE MAIN;
CREATE UNIQUE INDEX ON t1 (id);
ALTER TABLE t1 ALTER COLUMN c1 SET COMPRESSION pglz;
BEGIN;
DELETE FROM t0 WHERE true;
INSERT INTO t1 (id, c0, c1) SELECT i, (i + 471) / 7.0::real, left(repeat('row ' || i || ' says 163 ', 9), 107) FROM generate_series(11001, 11006) i;
INSERT INTO t0 (id) SELECT 1200000 - id FROM t1;
SAVEPOINT s;
INSERT INTO t0 (id, c0, c1, c2) SELECT i, convert_to(left(repeat('row ' || i || ' says 578 ', 4111), 49331), 'UTF8'), convert_to(left(repeat('row ' || i || ' says 229 ', 70), 831), 'UTF8'), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 814)::text), '') FROM generate_series(1, 4) j), 110), 'UTF8') FROM generate_series(14001, 14056) i;
RELEASE s;
INSERT INTO t0 (id, c0, c1, c2) SELECT i, convert_to(left(repeat(md5((i + 636)::text), 1), 29), 'UTF8'), convert_to(left(repeat('row ' || i || ' says 133 ', 1), 6), 'UTF8'), convert_to(left(repeat(md5((i + 883)::text), 56), 1781), 'UTF8') FROM generate_series(16001, 16132) i;
ROLLBACK;
DELETE FROM t0 WHERE id % 10 < 6;
VACUUM t1;
INSERT INTO t1 (id, c0, c1) SELECT i, (i + 778) / 7.0::real, repeat(chr(97 + (i + 898) % 26), 4151) FROM generate_series(20001, 20024) i;
VACUUM FULL t0;
UPDATE t1 SET c1 = c1 || 'x' WHERE id % 10 < 7;
INSERT INTO t0 (id, c0, c1, c2) SELECT i, convert_to(left(repeat(md5((i + 676)::text), 170), 5423), 'UTF8'), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 81)::text), '') FROM generate_series(1, 62) j), 1957), 'UTF8'), convert_to(left(repeat('row ' || i || ' says 857 ', 31), 370), 'UTF8') FROM generate_series(23001, 23001) i;
INSERT INTO t0 (id, c0, c1, c2) SELECT i, convert_to(left(repeat(md5((i + 243)::text), 16), 486), 'UTF8'), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 961)::text), '') FROM generate_series(1, 2) j), 42), 'UTF8'), convert_to(left(repeat('row ' || i || ' says 833 ', 112), 1336), 'UTF8') FROM generate_series(24001, 24001) i;
SELECT count(*) FROM t0;
INSERT INTO t1 (id, c0, c1) SELECT i, (i + 616) / 7.0::real, left(repeat('row ' || i || ' says 202 ', 35), 413) FROM generate_series(24000, 24025) i ON CONFLICT (id) DO NOTHING;
VACUUM t0;
INSERT INTO t0 (id) SELECT 2800000 - id FROM t1;
ALTER TABLE t0 ALTER COLUMN id SET COMPRESSION pglz;
VACUUM (FREEZE) t0;
VACUUM (FREEZE) t1;
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
