-- Definitions name the schema of temporary tables pg_temp
CREATE TEMP TABLE tt (id serial PRIMARY KEY, body text, CHECK (id > 0));
CREATE TABLE tt2 (id serial PRIMARY KEY, body text, CHECK (id > 0));
SELECT pg_get_indexdef('tt_pkey'::regclass), pg_get_indexdef('tt_pkey'::regclass, 0, true);
SELECT pg_get_serial_sequence('tt', 'id');
CREATE VIEW vv AS SELECT * FROM tt;
SELECT pg_get_viewdef('vv'), pg_get_viewdef('vv', true);
EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM tt;
EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) SELECT * FROM tt WHERE id = 1;
SET search_path = public, pg_temp;
SELECT pg_get_indexdef('tt_pkey'::regclass), pg_get_indexdef('tt_pkey'::regclass, 0, true);
SELECT pg_get_serial_sequence('tt', 'id'), pg_get_serial_sequence('tt2', 'id');
SELECT pg_get_viewdef('vv'), pg_get_viewdef('vv', true);
CREATE TABLE tt (a int);
SELECT 'pg_temp.tt'::regclass;
SELECT pg_get_viewdef('pg_temp.vv'), pg_get_viewdef('vv', true);
SELECT pg_typeof(x), pg_typeof(y) FROM pg_temp.tt x, tt y LIMIT 1;
INSERT INTO pg_temp.tt VALUES (5, 'x'); 
SELECT pg_typeof(x), pg_typeof(y) FROM pg_temp.tt x, pg_temp.tt y LIMIT 1;
SELECT indexdef, schemaname FROM pg_indexes WHERE tablename = 'tt';
CREATE TRIGGER x BEFORE INSERT ON tt EXECUTE FUNCTION suppress_redundant_updates_trigger();
INSERT INTO pg_temp.tt VALUES (-1, 'x');
INSERT INTO pg_temp.tt VALUES (5, 'x');
DROP SEQUENCE tt_id_seq;
DROP SEQUENCE tt2_id_seq;
DROP FUNCTION nosuch;
\d pg_temp.tt
\d tt2
CREATE TEMP TABLE fk (a int REFERENCES pg_temp.tt);
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f';
DROP TABLE pg_temp.tt;
BEGIN; SELECT 1 FROM fk; ROLLBACK;
