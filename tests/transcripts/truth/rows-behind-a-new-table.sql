-- CREATE TABLE AS and an UPDATE in one transaction: from 16 on pages are added ahead, and the next row goes to the page where
-- the last one went.
CREATE TABLE t0 (id int, c0 text, c1 text COMPRESSION pglz, c2 jsonb COMPRESSION pglz);
INSERT INTO t0 (id, c0, c1, c2) SELECT i, repeat(chr(97 + (i + 110) % 26), 482), repeat(chr(97 + (i + 720) % 26), 178), jsonb_build_object('id', i, 'name', left(repeat(md5((i + 32)::text), 3), 82), 'ok', i % 2 = 0, 'n', null) FROM generate_series(8001, 8073) i;
BEGIN;
CREATE TABLE t2 AS SELECT id, c0, c1, c2 FROM t0;
UPDATE t2 SET c1 = NULL WHERE id % 10 < 7;
SELECT ctid, id FROM t2;
