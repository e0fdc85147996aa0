-- What an UPDATE does with stored generated columns, and a rewrite with the defaults of new columns.
CREATE TABLE g (id int PRIMARY KEY, t text, n int, up text GENERATED ALWAYS AS (upper(t)) STORED, len int GENERATED ALWAYS AS (length(t) + n) STORED);
ALTER TABLE g ALTER up SET STORAGE EXTERNAL;
INSERT INTO g (id, t, n) SELECT i, repeat(md5(i::text), 60 * i), i FROM generate_series(1, 4) i;
CREATE INDEX g_len ON g (len);
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE relname = 'g' \gset
SELECT count(DISTINCT chunk_id), count(*), min(chunk_id), max(chunk_id) FROM :toast;
UPDATE g SET id = id + 10 WHERE id = 1;
UPDATE g SET n = n + 1 WHERE id = 2;
SELECT count(DISTINCT chunk_id), count(*), min(chunk_id), max(chunk_id) FROM :toast;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE g SET n = n WHERE id = 3;
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE g SET n = n WHERE id = 3;
UPDATE g SET t = t WHERE id = 4;
SELECT count(DISTINCT chunk_id), count(*), min(chunk_id), max(chunk_id) FROM :toast;
SELECT id, n, len, pg_column_size(t) AS t, pg_column_size(up) AS up FROM g ORDER BY id;
-- DO UPDATE: 15 computes what the INSERT computed.
INSERT INTO g (id, t, n) VALUES (4, 'x', 100) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
SELECT count(DISTINCT chunk_id), count(*), max(chunk_id) FROM :toast;
SELECT id, n, len, length(up) FROM g WHERE id = 4;
-- A trigger may change any column.
CREATE FUNCTION g_before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.t := 'by trigger'; RETURN new; END $$;
CREATE TRIGGER g_b BEFORE UPDATE ON g FOR EACH ROW EXECUTE FUNCTION g_before();
UPDATE g SET n = 0 WHERE id = 4 RETURNING id, n, up, len;
-- Storage changed: the generated column is stored anew only where it is computed.
CREATE TABLE s (id int, t text, up text GENERATED ALWAYS AS (upper(t)) STORED);
INSERT INTO s (id, t) SELECT i, repeat(md5(i::text), 80) FROM generate_series(1, 2) i;
ALTER TABLE s ALTER up SET STORAGE EXTERNAL;
UPDATE s SET id = id WHERE id = 1;
UPDATE s SET t = t WHERE id = 2;
SELECT id, pg_column_size(up), pg_column_compression(up) FROM s ORDER BY id;
-- New columns: a default that is the same for all rows is lost in no rewrite.
CREATE TABLE d (id int, v int);
INSERT INTO d SELECT i, i FROM generate_series(1, 3) i;
ALTER TABLE d ADD COLUMN a int DEFAULT 7, ADD COLUMN b text DEFAULT 'b', ADD COLUMN r int DEFAULT (random() * 0)::int + 3;
SELECT * FROM d ORDER BY id;
SELECT attname, atthasmissing, attmissingval FROM pg_attribute WHERE attrelid = 'd'::regclass AND attnum > 0 ORDER BY attnum;
ALTER TABLE d ADD COLUMN c int DEFAULT 8, SET UNLOGGED;
SELECT * FROM d ORDER BY id;
ALTER TABLE d ADD COLUMN e int DEFAULT 9, ALTER v TYPE bigint;
SELECT * FROM d ORDER BY id;
ALTER TABLE d ADD COLUMN f int GENERATED ALWAYS AS IDENTITY, ADD COLUMN h date DEFAULT '2024-05-05', ADD COLUMN k text GENERATED ALWAYS AS (b || a) STORED;
SELECT * FROM d ORDER BY id;
ALTER TABLE d ADD COLUMN l int DEFAULT 10;
ALTER TABLE d ADD COLUMN m int DEFAULT 11 NOT NULL, SET LOGGED, DROP COLUMN r, ADD CHECK (m > l);
SELECT * FROM d ORDER BY id;
ALTER TABLE d ADD COLUMN o int DEFAULT 12, SET UNLOGGED, ADD CHECK (o > 12);
SELECT lp, lp_len, t_infomask2 & 2047 AS natts, t_bits FROM heap_page_items(get_raw_page('d', 0));
