-- What schemas may not have, and what depends on what.
CREATE TABLE t (a int, b int);
ALTER TABLE t ADD COLUMN xmin int;
ALTER TABLE t RENAME a TO ctid;
ALTER VIEW t RENAME TO v;
ALTER SEQUENCE t RENAME TO v;
CREATE TYPE pair AS (a int, a text);
CREATE UNIQUE INDEX t_a ON t (a);
ALTER TABLE t ADD CONSTRAINT t_pk PRIMARY KEY USING INDEX t_a;
\d t
INSERT INTO t VALUES (NULL, 1);
CREATE TABLE s (id serial, v int);
CREATE TABLE u (id int DEFAULT nextval('s_id_seq'), v int);
DROP TABLE s;
DROP TABLE s CASCADE;
\d u
DROP FUNCTION IF EXISTS nosuch(int, text[]);
DROP FUNCTION IF EXISTS nosuch(nosuchtype);
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION now();
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION nosuch();
CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION tf();
SELECT tablename, hasindexes, hastriggers FROM pg_tables WHERE schemaname = 'public' ORDER BY 1;
DO $$ DECLARE x int NOT NULL := NULL; BEGIN RAISE NOTICE '%', x; END $$;
DO $$ DECLARE x int NOT NULL := 3; BEGIN x := NULL; END $$;
SELECT lo_from_bytea(70001, 'hello');
SELECT lo_get(70001, -1, 3);
SELECT lo_get(70001, 1, 3);
SELECT lo_put(70001, -5, 'x');
SELECT lo_get(99999, -5, 3);
SELECT reloptions FROM pg_class WHERE relname = 'pg_stats_ext_exprs';
BEGIN;
SELECT txid_current() AS before \gset
COMMIT;
CREATE INDEX CONCURRENTLY u_v ON u (v);
SELECT txid_current() - :before AS transactions;
DROP INDEX CONCURRENTLY u_v;
SELECT txid_current() - :before AS transactions;
CREATE UNIQUE INDEX CONCURRENTLY u_v ON u (v);
SELECT txid_current() - :before AS transactions;
CREATE TABLE k (a int, b text COLLATE nosuch);
ALTER TABLE u ADD CONSTRAINT one CHECK (v > 0), ADD CONSTRAINT one CHECK (v > 1);
ALTER TABLE u ALTER v TYPE text USING nosuch;
