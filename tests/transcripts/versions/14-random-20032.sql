-- A random program (npm run oracle -- --show 20032): its pages, but for the page's LSN and checksum, and what it logs.
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS a \gset
SET default_toast_compression = pglz;
SELECT setseed(0.489);
CREATE TABLE t0 (id int, c0 interval, c1 text, c2 text, c3 bytea, c4 bytea) WITH (fillfactor = 26);
ALTER TABLE t0 ALTER COLUMN c2 SET STORAGE EXTERNAL;
CREATE TABLE t1 (id int PRIMARY KEY, c0 text COMPRESSION pglz, c1 varchar(4000), c2 varchar(4000), c3 text, c4 text COMPRESSION pglz);
ALTER TABLE t1 ALTER COLUMN c1 SET STORAGE EXTENDED;
VACUUM (FREEZE) t0;
INSERT INTO t1 (id, c0, c1, c2, c3, c4) SELECT i, left((SELECT string_agg(md5((i * 1000 + j + 722)::text), '') FROM generate_series(1, 477) j), 15236), left(repeat('row ' || i || ' says 690 ', 89), 1067), repeat(chr(97 + (i + 856) % 26), 182), left(repeat(md5((i + 121)::text), 511), 16347), repeat(chr(97 + (i + 852) % 26), 28) FROM generate_series(7001, 7010) i;
UPDATE t1 SET id = -id WHERE id = 2010;
SELECT count(*) FROM t1;
VACUUM (FREEZE) t1;
INSERT INTO t0 (id, c0, c1, c2, c3, c4) SELECT i, NULL, repeat(chr(97 + (i + 731) % 26), 3237), left(repeat('row ' || i || ' says 87 ', 1), 6), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 730)::text), '') FROM generate_series(1, 1786) j), 57143), 'UTF8'), NULL FROM generate_series(11001, 11009) i;
VACUUM t0;
VACUUM (FREEZE) t0;
BEGIN;
DELETE FROM t0 WHERE id % 10 < 2;
INSERT INTO t0 (id, c1, c2) SELECT 1600000 - id, c0, c0 FROM t1;
ROLLBACK;
INSERT INTO t1 (id, c0, c1, c2, c3, c4) SELECT i, repeat(chr(97 + (i + 583) % 26), 5203), left(repeat('row ' || i || ' says 134 ', 224), 2683), left((SELECT string_agg(md5((i * 1000 + j + 544)::text), '') FROM generate_series(1, 1) j), 6), NULL, left(repeat('row ' || i || ' says 934 ', 10), 112) FROM generate_series(18001, 18001) i;
INSERT INTO t0 (id, c0, c1, c2, c3, c4) SELECT i, i * interval '904 minutes 1.5 seconds', left(repeat(md5((i + 736)::text), 359), 11487), NULL, convert_to(left(repeat(md5((i + 490)::text), 495), 15815), 'UTF8'), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 875)::text), '') FROM generate_series(1, 1) j), 4), 'UTF8') FROM generate_series(19001, 19101) i;
CREATE TABLE t2 AS SELECT id, c0, c1, c2, c3, c4 FROM t1;
INSERT INTO t0 (id, c0, c1, c2, c3, c4) SELECT i, i * interval '584 minutes 1.5 seconds', repeat(chr(97 + (i + 75) % 26), 54266), left((SELECT string_agg(md5((i * 1000 + j + 970)::text), '') FROM generate_series(1, 1010) j), 32308), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 250)::text), '') FROM generate_series(1, 1760) j), 56295), 'UTF8'), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 681)::text), '') FROM generate_series(1, 2) j), 62), 'UTF8') FROM generate_series(21001, 21043) i;
INSERT INTO t1 (id, c0, c1, c2, c3, c4) SELECT i, left(repeat('row ' || i || ' says 949 ', 1), 3), left(repeat(md5((i + 174)::text), 1), 1), left(repeat('row ' || i || ' says 454 ', 1), 4), left((SELECT string_agg(md5((i * 1000 + j + 284)::text), '') FROM generate_series(1, 85) j), 2716), repeat(chr(97 + (i + 656) % 26), 14007) FROM generate_series(22001, 22001) i;
SELECT count(*) FROM t1;
VACUUM (FREEZE) t1;
INSERT INTO t0 (id, c0, c1, c2, c3, c4) SELECT i, i * interval '410 minutes 1.5 seconds', repeat(chr(97 + (i + 937) % 26), 19440), left((SELECT string_agg(md5((i * 1000 + j + 171)::text), '') FROM generate_series(1, 1) j), 4), convert_to(repeat(chr(97 + (i + 84) % 26), 6), 'UTF8'), convert_to(left((SELECT string_agg(md5((i * 1000 + j + 15)::text), '') FROM generate_series(1, 1) j), 6), 'UTF8') FROM generate_series(25001, 25029) i;
CREATE INDEX ON t2 ((id % 7));
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
