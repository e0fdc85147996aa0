-- OIDs count on for all catalogs, and a function takes the next one that no function has: those of the extensions that
-- the recorded clusters begin with stand in the way, and each release has others.
CREATE TABLE t1 (v text);
CREATE FUNCTION f1() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE TABLE t2 (v text);
CREATE FUNCTION f2() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE TABLE t3 (v text);
CREATE TABLE t4 (v text);
CREATE TABLE t5 (v text);
CREATE FUNCTION f3(t text) RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT t; END $$;
SELECT oid::regprocedure, oid FROM pg_proc WHERE oid >= 16384 AND proname LIKE 'f_' ORDER BY oid;
SELECT 'f1()'::regprocedure::oid, 'f2()'::regprocedure::oid, 'f3(text)'::regprocedure::oid;
CREATE TABLE t6 (v text);
INSERT INTO t6 SELECT string_agg(md5(i::text), '') FROM generate_series(1, 100) i;
SELECT relname, oid, reltoastrelid::regclass FROM pg_class WHERE relname ~ '^t[0-9]$' ORDER BY oid;
SELECT 'pg_toast.pg_toast_' || 't6'::regclass::oid AS toast \gset
SELECT chunk_id, count(*) FROM :toast GROUP BY 1;
CREATE FUNCTION f4() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION f5() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE PROCEDURE f6() LANGUAGE sql AS 'SELECT 1';
CREATE EXTENSION pgstattuple;
CREATE TABLE t7 (v text);
SELECT 'f4()'::regprocedure::oid, 'f5()'::regprocedure::oid, 'f6()'::regprocedure::oid, 't7'::regclass::oid;
DROP EXTENSION pg_visibility;
CREATE EXTENSION pg_visibility;
CREATE FUNCTION f8() RETURNS int LANGUAGE sql AS 'SELECT 1';
SELECT 'f8()'::regprocedure::oid;
