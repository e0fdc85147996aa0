-- A rewrite moves values out of line that were inline; the index on an expression reads them where they are now.
CREATE TABLE t (id int PRIMARY KEY, doc jsonb, line text);
CREATE INDEX ON t (left(line, 20), id);
CREATE INDEX ON t (length(doc::text)) WHERE length(line) > 100;
INSERT INTO t SELECT i, (SELECT jsonb_agg((i + j) % 1000) FROM generate_series(1, 807) j), repeat(chr(97 + i % 26), 15288) FROM generate_series(1, 30) i;
SELECT pg_column_size(line), count(*) FROM t GROUP BY 1;
ALTER TABLE t SET (toast_tuple_target = 199);
VACUUM FULL t;
SELECT pg_relation_size('t') AS table, pg_relation_size(reltoastrelid) AS toast FROM pg_class WHERE relname = 't';
SELECT count(DISTINCT chunk_id), count(*) FROM pg_toast.pg_toast_16384;
SELECT c.relname, b.blk, md5(substr(get_raw_page(c.relname, b.blk), 11)) AS digest
  FROM pg_class c, LATERAL generate_series(0, (pg_relation_size(c.oid) / 8192)::int - 1) b(blk)
 WHERE c.relname IN ('t', 't_left_id_idx', 't_length_idx') ORDER BY 1, 2;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM t WHERE left(line, 20) = repeat('e', 20);
SELECT id FROM t WHERE left(line, 20) = repeat('e', 20);
UPDATE t SET line = upper(line) WHERE id < 10;
ALTER TABLE t SET (toast_tuple_target = 4080);
CLUSTER t USING t_left_id_idx;
SELECT pg_relation_size('t') AS table, pg_relation_size(reltoastrelid) AS toast FROM pg_class WHERE relname = 't';
SELECT id FROM t WHERE left(line, 20) = repeat('E', 20);
-- A rewrite that fails leaves the table as it was, with its values.
CREATE FUNCTION first_letter(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN left($1, 1); END $$;
CREATE INDEX ON t (first_letter(line));
CREATE OR REPLACE FUNCTION first_letter(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE 'not now'; END $$;
ALTER TABLE t SET (toast_tuple_target = 199);
VACUUM FULL t;
SELECT id, length(line), length(doc::text) FROM t WHERE id IN (1, 20) ORDER BY id;
SELECT pg_relation_size('t') AS table, pg_relation_size(reltoastrelid) AS toast FROM pg_class WHERE relname = 't';
-- What is kept of an expression names its function by OID: a new body counts at once.
CREATE FUNCTION positive(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1 > 0';
CREATE TABLE u (a int CHECK (positive(a)), b text DEFAULT first_letter('x'));
CREATE VIEW v AS SELECT a, positive(a) FROM u;
INSERT INTO u (a, b) VALUES (1, 'b');
INSERT INTO u (a, b) VALUES (-1, 'b');
CREATE OR REPLACE FUNCTION positive(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1 > 10';
INSERT INTO u (a, b) VALUES (2, 'b');
INSERT INTO u (a) VALUES (12);
SELECT * FROM v;
