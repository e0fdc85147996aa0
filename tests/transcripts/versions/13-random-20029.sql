-- A random program (npm run oracle -- --show 20029): its pages, but for the page's LSN and checksum, and what it logs.
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
SET default_toast_compression = pglz;
SELECT setseed(0.683);
CREATE TABLE t0 (id int, c0 numeric, c1 text) WITH (toast_tuple_target = 3043);
CREATE TABLE t1 (id int PRIMARY KEY, c0 text[] COMPRESSION pglz, c1 text COMPRESSION pglz, c2 text, c3 int, c4 varchar(4000), g int GENERATED ALWAYS AS (id * 2) STORED);
INSERT INTO t1 (id, c0, c1, c2, c3, c4) SELECT i, ARRAY[repeat(chr(97 + (i + 391) % 26), 3308), 'x' || i, NULL], repeat(chr(97 + (i + 32) % 26), 115), left((SELECT string_agg(md5((i * 1000 + j + 969)::text), '') FROM generate_series(1, 68) j), 2148), i * 487, left((SELECT string_agg(md5((i * 1000 + j + 99)::text), '') FROM generate_series(1, 4) j), 97) FROM generate_series(4001, 4138) i;
INSERT INTO t0 (id, c0, c1) SELECT i, (i::numeric * 265.125) ^ 1, left(repeat(md5((i + 23)::text), 5), 152) FROM generate_series(5001, 5025) i;
BEGIN;
UPDATE t1 SET c2 = repeat(chr(97 + (id + 375) % 26), 184) WHERE true;
COMMIT;
INSERT INTO t0 (id, c0, c1) SELECT i, (i::numeric * 996.125) ^ 0, left(repeat(md5((i + 738)::text), 1), 0) FROM generate_series(9001, 9005) i;
INSERT INTO t0 (id, c0, c1) SELECT i, (i::numeric * 331.125) ^ 3, left((SELECT string_agg(md5((i * 1000 + j + 10)::text), '') FROM generate_series(1, 10) j), 319) FROM generate_series(10001, 10196) i;
UPDATE t0 SET id = id + 1 WHERE id % 6 = 0;
BEGIN;
INSERT INTO t0 (id, c0, c1) SELECT i, (i::numeric * 991.125) ^ 1, left(repeat(md5((i + 610)::text), 1), 6) FROM generate_series(13001, 13001) i;
INSERT INTO t0 (id, c0, c1) SELECT i, (i::numeric * 807.125) ^ 2, left((SELECT string_agg(md5((i * 1000 + j + 139)::text), '') FROM generate_series(1, 174) j), 5554) FROM generate_series(14001, 14001) i;
SAVEPOINT s;
DELETE FROM t0 WHERE true;
ROLLBACK TO s;
UPDATE t1 SET c0 = NULL WHERE id = 7;
ROLLBACK;
TRUNCATE t1;
VACUUM t1;
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
