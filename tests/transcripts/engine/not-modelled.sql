-- What PostgreSQL does and Toastscope does not: each is refused, or says so.
CREATE TABLE t (id int PRIMARY KEY, v text, n int, j jsonb); -- to be asked about
INSERT INTO t SELECT i, md5(i::text), i FROM generate_series(1, 3000) i; -- enough to spill
CREATE TABLE g (id int, v text); CREATE TABLE fk (id int PRIMARY KEY, other int CONSTRAINT o REFERENCES fk); -- tables
CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$; -- a function
CREATE VIEW vv AS SELECT * FROM t; -- a view
CREATE ROLE bob LOGIN;
CREATE USER alice;
GRANT ALL ON t TO PUBLIC;
ALTER ROLE postgres SET work_mem = '8MB';
ALTER ROLE nobody SET work_mem = '8MB';
ALTER DATABASE postgres SET work_mem = '8MB';
ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC;
CREATE TABLE tb (b box);
CREATE TABLE tb2 (b inet);
CREATE TABLE tb3 (b money);
CREATE TABLE tb4 (b int4range);
CREATE TABLE tb5 (b tsvector);
CREATE TABLE tb6 (b box[]);
CREATE TABLE tb7 AS SELECT NULL::inet AS x;
CREATE TABLE tb8 (x xml);
CREATE TABLE tb10 (x pg_lsn, y tid, z xid8, w "char", n name, o oid, p regclass, q bit(3), r varbit, s macaddr, t cidr);
ALTER TABLE t ADD COLUMN x inet;
CREATE DOMAIN dd AS inet;
CREATE TYPE ct AS (a inet);
SELECT '1.2.3.4'::inet;
SET timezone = 'Europe/Berlin';
SET TIME ZONE 5;
SELECT now() AT TIME ZONE 'America/Caracas';
SELECT timestamp '1990-07-01 12:00' AT TIME ZONE 'America/New_York';
SELECT timestamptz '2024-07-01 12:00 CLT';
SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM generate_series(1,3) x;
CREATE TABLE ex (a int, EXCLUDE USING gist (a WITH =));
CREATE STATISTICS st ON id, n FROM t;
CREATE TABLE persons OF person;
CREATE TRIGGER tt BEFORE TRUNCATE ON t EXECUTE FUNCTION tf();
CREATE TRIGGER tv BEFORE INSERT ON vv EXECUTE FUNCTION tf();
CREATE CONSTRAINT TRIGGER ct AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION tf();
CREATE EXTENSION hstore;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION btree_gin;
CREATE EXTENSION btree_gist;
CREATE EXTENSION ltree;
CREATE EXTENSION "uuid-ossp";
SET pg_stat_statements.track = 'all';
CREATE EXTENSION tablefunc;
CREATE EXTENSION citext;
CREATE EXTENSION intarray;
CREATE EXTENSION postgres_fdw;
CREATE EXTENSION old_snapshot;
SET CONSTRAINTS ALL DEFERRED;
ALTER FUNCTION tf() SET work_mem = '1MB';
ALTER FUNCTION tf() LEAKPROOF;
SET array_nulls = off;
SET jit = on;
SET array_nulls = off;
SET maintenance_work_mem = '1MB';
ALTER SYSTEM SET shared_buffers = '1GB';
ALTER SYSTEM SET jit = 'on';
SET track_counts = off;
SET standard_conforming_strings = off;
SET transform_null_equals = on;
SELECT set_config('jit', 'on', false);
alter table fk alter constraint o deferrable initially deferred;
alter table g set without oids;
alter table g inherit li;
alter table g enable row level security;
alter table g force row level security;
copy (select id from g) to program 'cat';
drop owned by postgres;
select grouping(id) from g group by rollup (id);
select count(*) from g group by cube (id), grouping sets ((id), ());
select * from g tablesample system (50) repeatable (1);
merge into g using li on g.id = li.id when matched then delete;
grant all privileges on all tables in schema public to postgres with grant option;
revoke select on g from postgres cascade;
alter default privileges for role postgres grant select on sequences to public;
reindex system postgres;
create access method am type index handler h;
create cast (text as int) with inout;
create transform for int language sql (from sql with function f, to sql with function f);
create trusted procedural language x;
create tablespace ts location '/tmp';
import foreign schema x from server y into public;
security label on table g is 'x';
reassign owned by a to b;
create publication p for table g;
create subscription s connection '' publication p;
create event trigger e on ddl_command_start execute function f();
create text search configuration x (copy = simple);
create rule r as on insert to g do instead nothing;
create policy p on g;
create conversion c for 'UTF8' to 'LATIN1' from f;
create foreign table ft (a int) server s;
create server s foreign data wrapper w;
create user mapping for postgres server s;
create operator === (leftarg = int, rightarg = int, function = int4eq);
create aggregate agg (int) (sfunc = int4pl, stype = int);
create collation cc from "C";
alter table g attach partition p default;
create table pt (a int) partition by range (a);
create table pc partition of pt for values from (1) to (2);
create trigger t after insert on g referencing new table as n for each statement execute function f();
create constraint trigger ct after insert on g initially deferred for each row execute function f();
set transaction snapshot '00000003-0000001B-1';
set xml option document;
listen x;
unlisten *;
notify x;
load 'x';
CREATE INDEX t_gin ON t USING gin (j);
CREATE INDEX t_brin ON t USING brin (id);
CREATE INDEX t_hash ON t USING hash (id);
CREATE INDEX ON t USING spgist (v);
CREATE INDEX ON t USING brin (id) WITH (pages_per_range = 4);
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE j @> '{}';
EXPLAIN (COSTS OFF, FORMAT JSON) SELECT * FROM t WHERE j @> '{}';
SELECT pg_relation_size('t_gin');
SELECT pg_indexes_size('t');
SELECT pg_total_relation_size('t');
SELECT pg_database_size(current_database());
SELECT get_raw_page('t_gin', 0);
VACUUM VERBOSE t;
SET work_mem = '64kB'; -- little
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT v FROM t ORDER BY v;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT v, count(*) FROM t GROUP BY v;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM t a JOIN t b ON a.v = b.v;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT v, count(*) OVER () FROM t;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) WITH c AS MATERIALIZED (SELECT v FROM t) SELECT count(*) FROM c;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM generate_series(1, 20000);
alter table g detach partition x;
grant pg_monitor to postgres with admin option;
create role x in role postgres;
drop access method x;
create publication q for tables in schema public;
create statistics st (ndistinct) on (k + 1), v from s;
alter default privileges grant execute on functions to postgres;
grant execute on all procedures in schema public to postgres;
grant execute on all routines in schema public to postgres;
alter table g inherit fk;
create table ch () inherits (s);
create foreign data wrapper w options (a 'b');
CREATE GLOBAL TEMPORARY TABLE gt (a int);
SELECT normalize('a', nfc);
SELECT 'a' IS NFD NORMALIZED, 'b' IS NFKC NORMALIZED, 'c' IS NFKD NORMALIZED;
SELECT (date '2020-01-01', date '2020-02-01') OVERLAPS (date '2020-01-15', date '2020-03-01');
CREATE FUNCTION sup(a int) RETURNS int LANGUAGE sql SUPPORT nosuch AS 'select 1';
CREATE TABLE tj (p jsonpath);
CREATE TYPE bt (input = f, output = g);
CREATE FUNCTION sf() RETURNS text LANGUAGE sql SET work_mem = '1MB' AS 'select 1';
CREATE FUNCTION sf() RETURNS text LANGUAGE sql SET work_mem FROM CURRENT AS 'select 1';
CREATE TABLE du (a int UNIQUE DEFERRABLE);
CREATE TABLE du (a int PRIMARY KEY INITIALLY DEFERRED);
CREATE TABLE du (a int, UNIQUE (a) DEFERRABLE INITIALLY IMMEDIATE);
ALTER TABLE g ADD UNIQUE (a) INITIALLY DEFERRED;
VACUUM (VERBOSE, INDEX_CLEANUP OFF) g;
COPY t TO stdout (ENCODING 'latin1');
SELECT '($.a + 1).type() == "x"'::jsonpath;
REINDEX DATABASE postgres;
REINDEX TABLE pg_class;
VACUUM FULL pg_class;
VACUUM pg_statistic;
ANALYZE pg_statistic;
EXPLAIN DECLARE c SCROLL CURSOR FOR SELECT 1;
ALTER TABLE t CLUSTER ON t_pkey; ALTER TABLE fk CLUSTER ON fk_pkey; -- two of them
CLUSTER;
SELECT to_tsvector('a');
SELECT pg_catalog.pg_advisory_lock(1);
CREATE VIEW vw AS SELECT 1 AS a; -- and
INSERT INTO vw VALUES (1);
SELECT 'pg_catalog.length'::regproc;
UPDATE t SET a = a WHERE CURRENT OF c;
SELECT heap_page_items('\x000000000000000000000000000000000000000000000000'::bytea);
-- Grammar of the server's that is refused by its name.
ALTER TABLE t OF pg_class;
ALTER TABLE t NOT OF;
ALTER INDEX i ATTACH PARTITION x;
ALTER INDEX i DEPENDS ON EXTENSION pageinspect;
ALTER TABLE ALL IN TABLESPACE pg_default SET TABLESPACE pg_default;
DROP USER MAPPING IF EXISTS FOR postgres SERVER s;
DROP FOREIGN DATA WRAPPER IF EXISTS w;
DROP STATISTICS st;
GRANT SELECT ON LARGE OBJECT 1 TO PUBLIC;
GRANT USAGE ON FOREIGN SERVER s TO PUBLIC;
REVOKE SET ON PARAMETER work_mem FROM PUBLIC;
EXPLAIN MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE;
SELECT xmlconcat('<a/>', '<b/>');
SELECT xmlelement(name foo, 'bar');
SELECT xmlexists('/a' PASSING '<a/>');
SELECT xmlforest(1 AS a);
SELECT xmlparse(CONTENT '<a/>');
SELECT xmlpi(name php);
SELECT xmlroot('<a/>', VERSION '1.0');
SELECT xmlserialize(CONTENT '<a/>' AS text);
SELECT * FROM xmltable('/a' PASSING '<a/>' COLUMNS x int);
SELECT '<a/>' IS DOCUMENT;
WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 3) SEARCH DEPTH FIRST BY n SET o SELECT * FROM x;
WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 3) CYCLE n SET c USING p SELECT * FROM x;
SELECT rank(1) WITHIN GROUP (ORDER BY 1);
\dC
\l+
\db+
\df lower
\echo `date`
-- What follows from a refusal says so.
CREATE TABLE ranged (id int, r int4range);
INSERT INTO ranged VALUES (1, '[1,2)');
CREATE TABLE copied (LIKE ranged);
SELECT * FROM copied;
\d ranged
-- Values in binary format, and the lines of outer calls.
DECLARE bin BINARY CURSOR WITH HOLD FOR SELECT 1; FETCH bin;
CREATE FUNCTION place() RETURNS text AS 'DECLARE c text; BEGIN GET DIAGNOSTICS c = PG_CONTEXT; RETURN c; END' LANGUAGE plpgsql; DO 'BEGIN PERFORM place(); END';
-- Edges of values, and names that are rarely used.
SELECT '[2147483646:2147483647]={1,2}'::int[];
SELECT interval '9223372036854.775807' second(2);
SELECT variance(x) FROM (VALUES (9e131071)) v(x);
SELECT ROW('a'::text, 'b'::text) ~<=~ ROW('a'::text, 'c'::text);
SELECT (r).a FROM (SELECT s AS r FROM (SELECT 1 AS a) s) q;
SELECT information_schema._pg_expandarray(ARRAY[1, 2]);
CREATE TABLE si (a information_schema.sql_identifier);
CREATE TYPE of_array AS (a int); CREATE TYPE _of_array AS (b int);
CREATE FUNCTION declares(int) RETURNS int AS 'DECLARE dc CURSOR FOR SELECT $1; SELECT 1' LANGUAGE sql; SELECT declares(1);
EXPLAIN SELECT relname FROM pg_class;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE id = (SELECT reltoastrelid::int FROM pg_class WHERE relname = 't');
-- Parts of statements that are not modelled.
CREATE TABLE fk_p (a int, b int, PRIMARY KEY (a, b)); CREATE TABLE fk_c (a int, b int, FOREIGN KEY (a, b) REFERENCES fk_p ON DELETE SET NULL (b));
CREATE DOMAIN dom_c AS int CONSTRAINT dc CHECK (VALUE > 0); COMMENT ON CONSTRAINT dc ON DOMAIN dom_c IS 'x';
SELECT jsonb_populate_record(ROW(1, 2), '{"f1": 0}');
DO 'DECLARE a int[]; BEGIN a[(SELECT 1)] := (SELECT 2); END';

-- The text of a function whose body is no string.
CREATE FUNCTION with_sql_body(a int) RETURNS int LANGUAGE sql RETURN a + 1;
\sf with_sql_body
SELECT pg_get_function_sqlbody('with_sql_body'::regproc);

-- An operator that the script lacks.
CREATE OPERATOR === (leftarg = int, rightarg = int, function = int4eq);
SELECT 1 === 2;

-- No handler catches what is not modelled.
DO $$ BEGIN PERFORM '1.2.3.4'::inet; EXCEPTION WHEN others THEN RAISE NOTICE 'caught'; END $$;
