-- What PL/pgSQL, CREATE FUNCTION and triggers refuse, and in which words
CREATE TYPE addr AS (street text, zip varchar(5), no int);
CREATE TYPE person AS (name text, home addr, tags text[]);
CREATE TABLE n (i int PRIMARY KEY, t text);
INSERT INTO n SELECT g, 'r' || g FROM generate_series(1, 3) g;
-- Returned rows
CREATE FUNCTION r1() RETURNS addr LANGUAGE plpgsql AS $$ BEGIN RETURN row(1); END $$;
SELECT r1();
CREATE FUNCTION r2() RETURNS addr LANGUAGE plpgsql AS $$ BEGIN RETURN row('a', 'b'); END $$;
SELECT r2();
CREATE FUNCTION r3() RETURNS addr LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
SELECT r3();
CREATE FUNCTION r4() RETURNS SETOF addr LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT 5; END $$;
SELECT * FROM r4();
CREATE FUNCTION r5() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE 'SELECT 1, 2'; END $$;
SELECT * FROM r5();
CREATE FUNCTION r6() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY INSERT INTO n VALUES (9, 'x'); END $$;
SELECT * FROM r6();
-- Assignments
DO $$ DECLARE p person; BEGIN p.home.street := 'Side'; p.home.no := 4; p.tags[2] := 'x'; RAISE NOTICE '%', p; END $$;
DO $$ DECLARE p person; BEGIN p.home.nosuch := 1; END $$;
DO $$ DECLARE a addr; BEGIN a := '(x,1,2)'; RAISE NOTICE '%', a; a := '(x,1)'; END $$;
DO $$ DECLARE r record; BEGIN r.a := 1; END $$;
DO $$ DECLARE r record; BEGIN SELECT 1 AS a INTO r; r.b := 2; END $$;
DO $$ DECLARE x int := 1; BEGIN x := x + 1, 2; END $$;
-- Cursors
DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c; RAISE NOTICE '%', c; END $$;
DO $$ DECLARE c CURSOR (a int) FOR SELECT 1; BEGIN OPEN c; END $$;
DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c(1); END $$;
DO $$ DECLARE c CURSOR (a int) FOR SELECT a; BEGIN OPEN c(1, 2); END $$;
DO $$ DECLARE c CURSOR (a int, b int) FOR SELECT a; BEGIN OPEN c(1); END $$;
DO $$ DECLARE c CURSOR (a int) FOR SELECT a; BEGIN OPEN c(b := 2); END $$;
DO $$ DECLARE c CURSOR (a int, b int) FOR SELECT a; BEGIN OPEN c(1, a := 2); END $$;
DO $$ DECLARE c refcursor; BEGIN FOR r IN c LOOP NULL; END LOOP; END $$;
DO $$ DECLARE c refcursor; BEGIN OPEN c; END $$;
DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c; FOR r IN c LOOP NULL; END LOOP; END $$;
DO $$ DECLARE c refcursor; BEGIN FETCH c; END $$;
DO $$ DECLARE c refcursor; x int; BEGIN FETCH ALL FROM c INTO x; END $$;
DO $$ DECLARE c refcursor; x int; BEGIN MOVE c INTO x; END $$;
DO $$ DECLARE x int; BEGIN FETCH c INTO x; END $$;
DO $$ DECLARE c SCROLL CURSOR FOR SELECT * FROM n ORDER BY i; r record; BEGIN OPEN c; FETCH LAST FROM c INTO r; FETCH RELATIVE -2 FROM c INTO r; RAISE NOTICE '%', r; END $$;
DO $$ DECLARE c refcursor; BEGIN OPEN c FOR EXECUTE 'DELETE FROM n WHERE false'; END $$;
-- Blocks, labels and words that are no names
DO $$ <<a>> BEGIN NULL; END b $$;
DO $$ BEGIN NULL; END b $$;
DO $$ BEGIN <<a>> LOOP EXIT; END LOOP b; END $$;
DO $$ BEGIN <<a>> NULL; END $$;
DO $$ BEGIN NULL END $$;
DO $$ BEGIN NULL; EXCEPTION END $$;
DO $$ DECLARE if int; BEGIN END $$;
DO $$ BEGIN END LOOP; END $$;
DO $$ BEGIN FOREACH x IN ARRAY ARRAY[1] LOOP NULL; END LOOP; END $$;
DO $$ BEGIN EXECUTE; END $$;
DO $$ DECLARE x int; BEGIN SELECT 1 INTO x INTO x; END $$;
DO $$ BEGIN INSERT INTO n VALUES (1,; END $$;
DO $$ BEGIN PERFORM 1 + 2); END $$;
DO $$ BEGIN RAISE NOTICE 'a; END $$;
DO $$ BEGIN NULL; /* open END $$;
DO $$ BEGIN RAISE EXCEPTION USING nosuch = 'x'; END $$;
DO $$ BEGIN CASE 1 WHEN 'a' THEN NULL; END CASE; END $$;
DO $$ DECLARE x int BEGIN x := 1; END $$;
DO $$ DECLARE x nosuch%TYPE; BEGIN END $$;
DO $$ DECLARE x n.nosuch%TYPE; BEGIN END $$;
DO $$ BEGIN EXECUTE 'SELECT 1 INTO x'; END $$;
-- Triggers
CREATE FUNCTION t0(int) RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$;
CREATE FUNCTION t1() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% % %', tg_op, tg_when, tg_argv; RETURN null; END $$;
CREATE TRIGGER t0 BEFORE UPDATE OF t, t ON n FOR EACH ROW EXECUTE FUNCTION t1();
CREATE TRIGGER t1 BEFORE INSERT OR UPDATE ON n FOR EACH STATEMENT EXECUTE FUNCTION t1();
CREATE TRIGGER t2 AFTER INSERT OR UPDATE ON n FOR EACH STATEMENT EXECUTE FUNCTION t1('x');
INSERT INTO n VALUES (1, 'q') ON CONFLICT (i) DO UPDATE SET t = excluded.t;
CREATE FUNCTION t3() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN row(new.i); END $$;
CREATE TRIGGER t3 BEFORE INSERT ON n FOR EACH ROW EXECUTE FUNCTION t3();
INSERT INTO n VALUES (7, 'q');
CREATE OR REPLACE FUNCTION t3() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN row('a'::text, 'b'::text); END $$;
INSERT INTO n VALUES (7, 'q');
-- CREATE OR REPLACE
CREATE FUNCTION d(a int, b int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE OR REPLACE FUNCTION d(a int, b int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE OR REPLACE FUNCTION d(a int, b int DEFAULT 2) RETURNS SETOF int LANGUAGE sql AS 'SELECT 1';
CREATE OR REPLACE PROCEDURE d(a int, b int) LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION o(OUT x int, OUT y int) LANGUAGE sql AS 'SELECT 1, 2';
CREATE OR REPLACE FUNCTION o(OUT x int, OUT z int) LANGUAGE sql AS 'SELECT 1, 2';
-- Expressions of constraints have no place in ALTER TABLE and CREATE DOMAIN
ALTER TABLE n ADD CHECK (sum(i) > 1);
ALTER TABLE n ADD COLUMN z int CHECK (nosuch > 1);
CREATE DOMAIN dom AS int CHECK (sum(value) > 1);
CREATE TABLE k (t text REFERENCES n);
SELECT '$ ? (@ == 1a)'::jsonpath;
-- psql
\timing maybe
\T border=1
\T
\i
\w
