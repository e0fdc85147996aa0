-- Access methods named where they are none of tables; objects that moved to pg_catalog.
CREATE TABLE t (a int) USING btree;
CREATE TABLE t (a int) USING gin;
CREATE TABLE t (a int) USING nosuch;
CREATE TABLE t (a int) USING heap;
ALTER TABLE t SET ACCESS METHOD hash;
ALTER TABLE t SET ACCESS METHOD spgist, SET ACCESS METHOD heap;
ALTER TABLE t SET ACCESS METHOD heap, SET ACCESS METHOD heap;
CREATE INDEX ON t USING heap (a);
CREATE INDEX ON t USING nosuch (a);
SET default_table_access_method = btree;
SET default_table_access_method = nosuch;
SET default_table_access_method = '';
SET default_table_access_method = heap;
CREATE MATERIALIZED VIEW m USING brin AS SELECT 1 AS a;
CREATE MATERIALIZED VIEW m USING heap AS SELECT 1 AS a;
CREATE TABLE ct USING gist AS SELECT 1 AS a;
ALTER MATERIALIZED VIEW m SET ACCESS METHOD btree;
CREATE VIEW v AS SELECT 1;
ALTER TABLE v SET ACCESS METHOD heap;
SELECT amname, amtype, amhandler FROM pg_am ORDER BY 1;
ALTER TABLE t SET SCHEMA pg_catalog;
SELECT * FROM t;
INSERT INTO t VALUES (1);
\d t
\dt t
\dt
\dtS t
ALTER TABLE t ADD b int;
CREATE INDEX ti ON t (a);
VACUUM t; ANALYZE t; CLUSTER t USING ti; REINDEX TABLE t; TRUNCATE t;
CREATE TABLE public.t (x int);
SELECT * FROM t;
SELECT * FROM public.t;
SELECT relname, schemaname FROM pg_stat_sys_tables WHERE relid >= 16384;
ALTER TABLE pg_catalog.t SET SCHEMA public;
DROP TABLE public.t;
ALTER TABLE pg_catalog.t SET SCHEMA public;
SELECT * FROM t;
ALTER TABLE pg_class SET SCHEMA public;
ALTER TABLE pg_class RENAME TO x;
CREATE TABLE pg_catalog.x (a int);
CREATE SEQUENCE s; ALTER SEQUENCE s SET SCHEMA pg_catalog; SELECT nextval('s'); ALTER SEQUENCE pg_catalog.s SET SCHEMA public;
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'; ALTER FUNCTION f() SET SCHEMA pg_catalog; SELECT f(); ALTER FUNCTION f() SET SCHEMA public;
SELECT relname, schemaname FROM pg_stat_user_tables ORDER BY 1;
SELECT amhandler FROM pg_am WHERE amname = 'heap';
SELECT amhandler::oid, amhandler::text FROM pg_am ORDER BY 1;
