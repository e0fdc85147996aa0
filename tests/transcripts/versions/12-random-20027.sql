-- A random program (npm run oracle -- --show 20027): its pages, but for the page's LSN and checksum, and what it logs.
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
SET default_toast_compression = pglz;
SELECT setseed(0.765);
CREATE TABLE t0 (id int, c0 varchar(4000) COMPRESSION pglz, c1 bytea, g int GENERATED ALWAYS AS (id * 2) STORED) WITH (toast_tuple_target = 4984);
ALTER TABLE t0 ALTER COLUMN c1 SET STORAGE MAIN;
CREATE INDEX ON t0 (length(c0));
DELETE FROM t0 WHERE id % 10 < 8;
VACUUM t0;
INSERT INTO t0 (id, c0, c1) SELECT i, NULL, convert_to(repeat(chr(97 + (i + 264) % 26), 172), 'UTF8') FROM generate_series(7001, 7007) i;
CREATE TABLE t1 AS SELECT id, c0, c1 FROM t0;
INSERT INTO t0 (id, c0, c1) SELECT i, left(repeat(md5((i + 163)::text), 7), 198), convert_to(left(repeat('row ' || i || ' says 327 ', 219), 2621), 'UTF8') FROM generate_series(9001, 9004) i;
BEGIN;
INSERT INTO t1 (id, c0, c1) SELECT i, left(repeat(md5((i + 489)::text), 67), 2128), convert_to(repeat(chr(97 + (i + 477) % 26), 5), 'UTF8') FROM generate_series(11001, 11010) i;
UPDATE t1 SET id = id + 1 WHERE id = 15007;
UPDATE t1 SET c1 = convert_to(left(repeat(md5((id + 393)::text), 1), 5), 'UTF8') WHERE id % 10 < 6;
ROLLBACK;
VACUUM t0;
VACUUM t1;
UPDATE t1 SET c0 = NULL WHERE id > 3322;
BEGIN;
INSERT INTO t1 (id, c0, c1) SELECT i, left(repeat('row ' || i || ' says 792 ', 200), 2388), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 268)::text), '') FROM generate_series(1, 70) j), 2222), 'UTF8') FROM generate_series(19001, 19002) i;
INSERT INTO t0 (id, c0, c1) SELECT i, left(repeat(md5((i + 104)::text), 5), 129), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 723)::text), '') FROM generate_series(1, 361) j), 11537), 'UTF8') FROM generate_series(20001, 20001) i;
UPDATE t1 SET id = id + 1 WHERE id > 999;
COMMIT;
INSERT INTO t1 (id, c0, c1) SELECT i, left(repeat(md5((i + 139)::text), 45), 1420), convert_to(left(repeat('row ' || i || ' says 519 ', 4), 39), 'UTF8') FROM generate_series(23001, 23002) i;
INSERT INTO t0 (id, c0, c1) SELECT i, left(repeat('row ' || i || ' says 772 ', 4), 46), convert_to(repeat(chr(97 + (i + 975) % 26), 30313), 'UTF8') FROM generate_series(24001, 24001) i;
CREATE TABLE t2 AS SELECT id, c0, c1 FROM t1;
ALTER TABLE t0 SET (fillfactor = 95);
INSERT INTO t1 (id, c0, c1) SELECT i, repeat(chr(97 + (i + 96) % 26), 2944), convert_to(left(repeat('row ' || i || ' says 815 ', 4578), 54933), 'UTF8') FROM generate_series(27001, 27008) i;
BEGIN;
INSERT INTO t2 (id, c0, c1) SELECT i, NULL, convert_to(repeat(chr(97 + (i + 561) % 26), 1), 'UTF8') FROM generate_series(29001, 29094) i;
INSERT INTO t0 (id, c0, c1) SELECT i, left((SELECT string_agg(md5((i * 1000 + j + 500)::text), '') FROM generate_series(1, 48) j), 1525), NULL FROM generate_series(30001, 30010) i;
INSERT INTO t1 (id, c0, c1) SELECT i, repeat(chr(97 + (i + 944) % 26), 1414), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 634)::text), '') FROM generate_series(1, 1) j), 1), 'UTF8') FROM generate_series(31001, 31155) i;
SAVEPOINT s;
INSERT INTO t1 (id, c0, c1) SELECT 3300000 - id, c0, c1 FROM t2;
ROLLBACK TO s;
UPDATE t0 SET c1 = convert_to(left(repeat('row ' || id || ' says 618 ', 2478), 29726), 'UTF8') WHERE id % 10 < 8;
ROLLBACK;
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
