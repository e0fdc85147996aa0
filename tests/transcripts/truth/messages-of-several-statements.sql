-- Several statements in one message, read-only savepoints, schemas with elements, functions' rows in views.
CREATE TABLE i_table (f1 int);
INSERT INTO i_table VALUES (1)\; INSERT INTO i_table VALUES (2)\; SELECT count(*) FROM i_table;
insert into i_table values(7)\; commit\; insert into i_table values(8)\; select 1/0;
insert into i_table values(9)\; rollback\; select 2;
DROP TABLE IF EXISTS nosuch\; SELECT 1\; DROP TABLE IF EXISTS nosuch2\; DROP TABLE IF EXISTS nosuch3\; SELECT 2\; COMMIT;
SELECT 1\; COMMIT\; VACUUM;
SELECT 1\; COMMIT\; SAVEPOINT sp;
SET TRANSACTION READ ONLY\; COMMIT AND CHAIN;
SET TRANSACTION READ ONLY\; ROLLBACK AND CHAIN;
SET LOCAL work_mem = '1MB'\; SHOW work_mem;
SHOW work_mem;
SET LOCAL work_mem = '1MB';
SELECT 1\; LOCK TABLE i_table\; SELECT 2;
SELECT 1\; DECLARE c CURSOR FOR SELECT * FROM i_table\; FETCH c;
LOCK TABLE i_table\; SELECT 3;
DO $$ BEGIN RAISE NOTICE 'one'; END $$\; SELECT 'a'\; DO $$ BEGIN RAISE NOTICE 'two'; END $$\; SELECT 'b'\; DO $$ BEGIN RAISE EXCEPTION 'four'; END $$;
COPY i_table TO stdout\; DO $$ BEGIN RAISE NOTICE 'after'; END $$\; SELECT 1;
\set SHOW_ALL_RESULTS off
DO $$ BEGIN RAISE NOTICE 'one'; END $$\; SELECT 'a'\; DO $$ BEGIN RAISE NOTICE 'two'; END $$\; SELECT 'b';
\set SHOW_ALL_RESULTS on
SELECT 1 AS x\; DO $$ BEGIN RAISE NOTICE 'two'; END $$\; SELECT 2 AS x \gset
\echo :x
BEGIN;
SET TRANSACTION READ WRITE;
SAVEPOINT x; SET TRANSACTION READ ONLY; ROLLBACK TO SAVEPOINT x; SHOW transaction_read_only;
SAVEPOINT y; SET TRANSACTION READ ONLY; SAVEPOINT z; SHOW transaction_read_only; RELEASE z; SHOW transaction_read_only; RELEASE y; SHOW transaction_read_only;
INSERT INTO i_table VALUES (10);
SAVEPOINT y; SET LOCAL work_mem = '2MB'; RELEASE y; SHOW work_mem;
COMMIT;
CREATE SCHEMA s1 CREATE UNIQUE INDEX abc_a_idx ON abc (a) CREATE VIEW abc_view AS SELECT a + 1 AS a, b + 1 AS b FROM abc CREATE TABLE abc (a serial, b int UNIQUE) CREATE SEQUENCE sq;
SELECT relname, relkind FROM pg_class WHERE relnamespace = 's1'::regnamespace ORDER BY oid;
CREATE SCHEMA s2 CREATE TEMP VIEW v AS SELECT 1;
CREATE SCHEMA s2 CREATE TEMP TABLE t (a int);
CREATE SCHEMA s2 CREATE VIEW v AS SELECT * FROM t CREATE TABLE t (a int) CREATE TABLE s3.t (b int);
CREATE SCHEMA s2 CREATE VIEW v AS SELECT * FROM nosuch CREATE TABLE t (a int);
COPY (SELECT f1 INTO x FROM i_table) TO stdout;
SELECT format('%0$s', 'a'); SELECT format('%*0$s', 'a'); SELECT format('%1$*2$s|', 'a', 4);
CREATE TEMP TABLE tt (a int);
EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM tt;
EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) SELECT * FROM tt;
EXPLAIN (VERBOSE, COSTS OFF) INSERT INTO tt VALUES (1);
CREATE TABLE row_t (f1 text, f2 int, f3 text);
CREATE FUNCTION row_f() RETURNS SETOF row_t LANGUAGE sql AS 'SELECT * FROM row_t';
CREATE VIEW row_v AS SELECT t.f1, t.f3 FROM row_f() t;
ALTER TABLE row_t ALTER f3 TYPE int USING f3::int;
ALTER TABLE row_t DROP f3;
ALTER TABLE row_t ALTER f2 TYPE bigint;
ALTER TABLE row_t ADD f4 int;
ALTER TABLE row_t RENAME f3 TO g3;
SELECT * FROM row_v;
ALTER TABLE row_t DROP g3 CASCADE;
CREATE SCHEMA s2 CREATE TEMP SEQUENCE q;
SELECT nspname FROM pg_namespace WHERE nspname ~ '^s\d' ORDER BY 1;
