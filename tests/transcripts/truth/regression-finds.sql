-- What PostgreSQL's own regression scripts found.
CREATE SEQUENCE s1 AS int;
ALTER SEQUENCE s1 AS smallint;
\d s1
ALTER SEQUENCE s1 AS bigint;
\d s1
CREATE SEQUENCE s2 AS int INCREMENT -1;
ALTER SEQUENCE s2 AS smallint;
\d s2
CREATE SEQUENCE s3 AS int MINVALUE -100000 START 5;
ALTER SEQUENCE s3 AS smallint;
ALTER SEQUENCE s3 AS smallint MINVALUE -20000 NO MAXVALUE;
\d s3
CREATE SEQUENCE s3 AS nosuch;
CREATE SEQUENCE s3 AS text;
CREATE SEQUENCE s3 MINVALUE 5 MAXVALUE 2;
CREATE SEQUENCE s3 OWNED BY nosuch.a;
CREATE SEQUENCE IF NOT EXISTS s3 AS nosuch;
CREATE TABLE t (a int PRIMARY KEY, b int, c text);
CREATE SEQUENCE s4 OWNED BY t_pkey.a;
CREATE SEQUENCE s4 OWNED BY pg_class.relname;
CREATE SEQUENCE s4 OWNED BY t.nosuch;
CREATE SEQUENCE s4 OWNED BY t.b;
ALTER SEQUENCE s4 OWNED BY pg_class.relname;
BEGIN READ ONLY;
SELECT nextval('s4');
ROLLBACK;
BEGIN READ ONLY;
SELECT setval('s4', -4);
ROLLBACK;
SELECT nextval('s4');
-- tables that come along with TRUNCATE, by their OIDs
CREATE TABLE a (id int PRIMARY KEY);
CREATE TABLE d (id int PRIMARY KEY, x int);
CREATE TABLE b (id int PRIMARY KEY, x int REFERENCES a);
CREATE TABLE c (id int REFERENCES a, y int REFERENCES b);
ALTER TABLE d ADD FOREIGN KEY (x) REFERENCES a;
TRUNCATE a;
TRUNCATE a, d;
TRUNCATE a, d, b;
TRUNCATE a CASCADE;
TRUNCATE b CASCADE;
-- rows as values of UPDATE
INSERT INTO t VALUES (1, 2, 'x'), (3, 4, 'y');
UPDATE t SET a = v.* FROM (VALUES (100, 4)) v(i, j) WHERE t.b = v.j;
UPDATE t SET (a, b) = ROW(v.*) FROM (VALUES (3, 100)) v(i, j) WHERE t.a = v.i;
UPDATE t SET (a, b) = (v.*) FROM (VALUES (3, 100)) v(i, j) WHERE t.a = v.i;
UPDATE t SET (a, b, c) = ROW(v.*) FROM (VALUES (3, 100)) v(i, j) WHERE t.a = v.i;
UPDATE t SET (a, b, c) = ROW(v.*, 'z') FROM (VALUES (3, 101)) v(i, j) WHERE t.a = v.i;
SELECT * FROM t ORDER BY a;
-- what is wrong with an index comes before its name
CREATE INDEX t_b ON t (b) WITH (nosuch = 3);
CREATE INDEX t_b ON t (b);
CREATE INDEX t_b ON t (b) WITH (nosuch = 3);
CREATE INDEX t_b ON t (nosuch);
CREATE INDEX t_b ON t (b) WHERE nosuch > 3;
CREATE INDEX t_b ON t (b);
CREATE INDEX IF NOT EXISTS t_b ON t (b);
-- fields of a record that a sub-query gives
SELECT (x).key, (x).value FROM (SELECT json_each_text('{"n":1}') x) s;
SELECT (x).nosuch FROM (SELECT json_each_text('{"n":1}') x) s;
SELECT has_table_privilege(99999, 'SELECT'), has_table_privilege('t'::regclass, 'SELECT');
SELECT fsm_page_contents(decode(repeat('00', 8192), 'hex')) IS NULL;
-- VALIDATE CONSTRAINT checks the rows of a foreign key
CREATE TABLE p (id int PRIMARY KEY);
CREATE TABLE e (id int PRIMARY KEY, p int);
INSERT INTO e VALUES (1, 7);
ALTER TABLE e ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES p NOT VALID;
ALTER TABLE e VALIDATE CONSTRAINT fk;
ALTER TABLE e VALIDATE CONSTRAINT nosuch;
INSERT INTO p VALUES (7);
ALTER TABLE e VALIDATE CONSTRAINT fk;
ALTER TABLE e VALIDATE CONSTRAINT fk;
CREATE TEMP TABLE tt (a int PRIMARY KEY, b int);
CREATE INDEX ON tt (b);
VACUUM (PARALLEL 1) tt;
VACUUM (PARALLEL 0) tt;
-- VACUUM without the TOAST table does not count there
CREATE TABLE big (a int, t text);
VACUUM (PROCESS_TOAST FALSE) big;
SELECT pg_stat_force_next_flush();
SELECT s.vacuum_count FROM pg_class c JOIN pg_stat_all_tables s ON s.relid IN (c.oid, c.reltoastrelid) WHERE c.relname = 'big' ORDER BY s.relid;
VACUUM big;
SELECT pg_stat_force_next_flush();
SELECT s.vacuum_count FROM pg_class c JOIN pg_stat_all_tables s ON s.relid IN (c.oid, c.reltoastrelid) WHERE c.relname = 'big' ORDER BY s.relid;
\set VERBOSITY sqlstate
SELECT * FROM pg_visibility_map(99999);
