-- Changing a table, and what old rows look like then.
CREATE TABLE a (id int, t text DEFAULT 'abc');
INSERT INTO a SELECT i FROM generate_series(1, 3) i;
ALTER TABLE a ADD COLUMN n int DEFAULT 7, ADD COLUMN big text DEFAULT repeat('q', 3000);
SELECT id, t, n, length(big), pg_column_size(big), pg_column_size(a.*) FROM a;
INSERT INTO a VALUES (4);
SELECT lp, lp_len, t_infomask2, t_infomask, t_hoff, t_bits FROM heap_page_items(get_raw_page('a', 0));
SELECT pg_relation_filenode('a') = 'a'::regclass::oid AS same_file;
ALTER TABLE a DROP COLUMN t;
SELECT * FROM (SELECT id, n FROM a) s;
SELECT attname, attnum, attisdropped, atthasmissing, atttypid FROM pg_attribute WHERE attrelid = 'a'::regclass AND attnum > 0;
UPDATE a SET n = 8 WHERE id = 1;
SELECT lp, lp_len, t_infomask2, t_infomask, t_hoff, t_bits FROM heap_page_items(get_raw_page('a', 0));
ALTER TABLE a ALTER COLUMN n TYPE bigint;
SELECT pg_relation_filenode('a') = 'a'::regclass::oid AS same_file;
SELECT lp, lp_len, t_xmin, t_infomask2, t_infomask, t_hoff, t_bits FROM heap_page_items(get_raw_page('a', 0));
ALTER TABLE a ALTER COLUMN n SET NOT NULL;
INSERT INTO a (id, n) VALUES (5, NULL);
ALTER TABLE a ADD PRIMARY KEY (id);
INSERT INTO a (id, n) VALUES (4, 1);
ALTER TABLE a RENAME COLUMN n TO m;
ALTER TABLE a RENAME TO b;
\d b
ALTER TABLE b ADD CONSTRAINT positive CHECK (m > 0);
INSERT INTO b (id, m) VALUES (9, -1);
ALTER TABLE b ADD COLUMN id int;
ALTER TABLE b DROP COLUMN nothing;
ALTER TABLE missing ADD COLUMN x int;
ALTER TABLE IF EXISTS missing ADD COLUMN x int;
CREATE TABLE c (LIKE b INCLUDING ALL);
\d c
CREATE TABLE b (x int);
CREATE TABLE IF NOT EXISTS b (x int);
DROP TABLE b, c;
DROP TABLE b;
DROP TABLE IF EXISTS b;
CREATE SCHEMA s;
CREATE TABLE s.t (x numeric(10,2), y timestamp DEFAULT '2020-01-01', z boolean NOT NULL DEFAULT false, u uuid, w int[] DEFAULT '{}');
\d s.t
SET search_path = s, public;
\d
SELECT 't'::regclass, 'pg_class'::regclass, to_regclass('nope');
