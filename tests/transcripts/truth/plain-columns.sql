-- INSERT forms a row by the types of its columns, so that a short value of a PLAIN column has a header of one byte;
-- UPDATE, and COPY with a trigger, form it by the columns.
CREATE TABLE t (id int, v varchar(4000), w text);
ALTER TABLE t ALTER COLUMN v SET STORAGE PLAIN;
INSERT INTO t (id, v) SELECT i, repeat('x', 71) FROM generate_series(1, 3) i RETURNING id, pg_column_size(v);
INSERT INTO t (id, v) VALUES (4, repeat('x', 71)) RETURNING id, pg_column_size(v);
INSERT INTO t VALUES (5, repeat('x', 71), 'a'), (6, repeat('x', 71), 'b') RETURNING id, pg_column_size(v);
INSERT INTO t SELECT id + 10, v, w FROM t WHERE id = 6 RETURNING id, pg_column_size(v);
UPDATE t SET id = 20 WHERE id = 1 RETURNING id, pg_column_size(v);
UPDATE t SET v = repeat('y', 71) WHERE id = 3 RETURNING id, pg_column_size(v);
CREATE FUNCTION same() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER b BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION same();
INSERT INTO t (id, v) VALUES (30, repeat('x', 71)) RETURNING id, pg_column_size(v);
COPY t (id, v) FROM stdin;
31	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
\.
DROP TRIGGER b ON t;
COPY t (id, v) FROM stdin;
32	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
\.
SELECT id, pg_column_size(v), pg_column_size(t) FROM t ORDER BY id;
CREATE TABLE k (id int PRIMARY KEY, v text, g text GENERATED ALWAYS AS (v || '!') STORED);
ALTER TABLE k ALTER COLUMN v SET STORAGE PLAIN, ALTER COLUMN g SET STORAGE PLAIN;
INSERT INTO k VALUES (1, repeat('x', 9)) RETURNING pg_column_size(v), pg_column_size(g);
INSERT INTO k VALUES (1, repeat('x', 9)) ON CONFLICT (id) DO UPDATE SET v = repeat('z', 5) RETURNING pg_column_size(v), pg_column_size(g), pg_column_size(k);
INSERT INTO k VALUES (2, repeat('x', 9)) ON CONFLICT (id) DO UPDATE SET v = repeat('z', 5) RETURNING pg_column_size(v), pg_column_size(g), pg_column_size(k);
SELECT id, pg_column_size(v), pg_column_size(g), pg_column_size(k) FROM k ORDER BY id;
CREATE INDEX k_v ON k (v);
INSERT INTO k VALUES (3, repeat('x', 9));
SELECT t_data FROM heap_page_items(get_raw_page('k', 0));
