-- OPEN of a statement that changes rows runs it at the first FETCH; rows before an error are fetched before it
CREATE TABLE c (a int);
INSERT INTO c VALUES (1), (2);
CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$
DECLARE cur refcursor; r record; n int; s text := '';
BEGIN
  OPEN cur FOR UPDATE c SET a = a + 10 RETURNING a;
  SELECT sum(a) INTO n FROM c; s := s || n;
  FETCH cur INTO r;
  SELECT sum(a) INTO n FROM c; s := s || ' ' || n || ' ' || r.a;
  CLOSE cur;
  SELECT sum(a) INTO n FROM c;
  RETURN s || ' ' || n;
END $$;
SELECT f();
DO $$ DECLARE cur CURSOR FOR INSERT INTO c VALUES (5) RETURNING a; BEGIN OPEN cur; CLOSE cur; END $$;
DO $$ DECLARE cur CURSOR (n int) FOR INSERT INTO c VALUES (n) RETURNING a + 1; x int; BEGIN OPEN cur(6); FETCH cur INTO x; RAISE NOTICE '%', x; CLOSE cur; END $$;
DO $$ DECLARE cur refcursor; r record; BEGIN OPEN cur FOR EXECUTE 'DELETE FROM c WHERE a > $1 RETURNING a' USING 11; FETCH cur INTO r; RAISE NOTICE '%', r; FETCH cur INTO r; RAISE NOTICE '% %', r, FOUND; CLOSE cur; END $$;
SELECT * FROM c;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT 1/(3-g) v FROM generate_series(1,5) g LOOP RAISE NOTICE '%', r.v; END LOOP; END $$;
DO $$ DECLARE cur CURSOR FOR SELECT 1/(3-g) v FROM generate_series(1,5) g; BEGIN FOR r IN cur LOOP RAISE NOTICE '%', r.v; END LOOP; END $$;
DO $$ DECLARE cur refcursor; x int; BEGIN OPEN cur FOR SELECT 1/(2-g) v FROM generate_series(1,5) g; FETCH cur INTO x; RAISE NOTICE '%', x; FETCH cur INTO x; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT 1/(3-g) v FROM generate_series(1,5) g LOOP RAISE NOTICE '%', r.v; EXIT; END LOOP; END $$;
CREATE FUNCTION at_ten(n int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE r record; t int := 0; BEGIN BEGIN FOR r IN SELECT 1/(n-g) v FROM generate_series(1,100) g LOOP t := t + 1; END LOOP; EXCEPTION WHEN division_by_zero THEN RETURN t; END; RETURN -1; END $$;
SELECT at_ten(5), at_ten(10), at_ten(11), at_ten(12), at_ten(61), at_ten(62), at_ten(200);
BEGIN;
DO $$ DECLARE r record; BEGIN FOR r IN EXECUTE 'SELECT 1/(3-g) v FROM generate_series(1,5) g' LOOP RAISE NOTICE '%', r.v; EXIT; END LOOP; END $$;
ROLLBACK;
-- a loop over what changes rows does not survive the end of its transaction
DO $$ DECLARE r record; BEGIN FOR r IN UPDATE c SET a = a + 1 RETURNING a LOOP ROLLBACK; END LOOP; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN UPDATE c SET a = a + 1 RETURNING a LOOP RAISE NOTICE '%', r.a; END LOOP; COMMIT; FOR r IN SELECT a FROM c LOOP COMMIT; END LOOP; END $$;
-- EXECUTE is atomic, DO in a body is not
DO $$ BEGIN EXECUTE 'DO $x$ BEGIN COMMIT; END $x$'; END $$;
DO $$ BEGIN DO $x$ BEGIN COMMIT; END $x$; END $$;
CREATE PROCEDURE ends() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$;
DO $$ BEGIN CALL ends(); EXECUTE 'CALL ends()'; END $$;
-- COPY from and to the client
DO $$ BEGIN COPY c TO stdout; END $$;
DO $$ BEGIN EXECUTE 'COPY c FROM stdin'; END $$;
CREATE FUNCTION copies() RETURNS void LANGUAGE sql AS 'COPY c TO stdout';
SELECT copies();
-- a record takes the type of its row
CREATE TYPE two AS (q1 bigint, q2 bigint);
CREATE FUNCTION retc(int) RETURNS two LANGUAGE plpgsql AS $$ BEGIN RETURN row($1,$1)::two; END $$;
CREATE FUNCTION getq1(two) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE r two; BEGIN r := $1; RETURN r.q1; END $$;
DO $$ DECLARE r record; x bigint; BEGIN r := retc(346); PERFORM getq1(r); x := getq1(r); RAISE NOTICE '% %', x, pg_typeof(r); r := row(1,2); RAISE NOTICE '%', pg_typeof(r); r := NULL; RAISE NOTICE '% %', r, pg_typeof(r); END $$;
DO $$ DECLARE r record; BEGIN SELECT 1::bigint q1, 2::bigint q2 INTO r; RAISE NOTICE '%', pg_typeof(r); RAISE NOTICE '%', getq1(r); END $$;
DO $$ DECLARE r record; BEGIN SELECT retc(3) INTO r; RAISE NOTICE '% %', r, pg_typeof(r); SELECT * INTO r FROM retc(4); RAISE NOTICE '% %', r, pg_typeof(r); END $$;
DO $$ DECLARE x record NOT NULL := row(42); BEGIN x := row(null); RAISE NOTICE '%', x; x := null; END $$;
DO $$ DECLARE x two NOT NULL := null; BEGIN RAISE NOTICE '%', x; END $$;
CREATE DOMAIN rising AS two CHECK ((value).q1 < (value).q2);
CREATE FUNCTION rises(bigint, bigint) RETURNS rising LANGUAGE plpgsql AS $$ BEGIN RETURN row($1, $2); END $$;
SELECT rises(1, 2);
SELECT rises(2, 1);
-- assignments to parts convert through text
DO $$ DECLARE a int[]; BEGIN a[1] := 23::text; RAISE NOTICE '%', a; a[1:2] := 4; END $$;
DO $$ DECLARE a text[]; t two; BEGIN a[2] := 4.50; t.q2 := '7'::text; RAISE NOTICE '% %', a, t; END $$;
INSERT INTO c VALUES (1), (2);
DO $$ DECLARE a int; BEGIN a := c.a FROM c; END $$;
-- parameters by their numbers; a default for an OUT parameter
CREATE FUNCTION o2(int, OUT int, INOUT text, OUT foo int) LANGUAGE plpgsql AS $$ BEGIN $2 := $1 + 1; $3 := $3 || 'x'; foo := 7; END $$;
SELECT * FROM o2(4, 'a');
CREATE FUNCTION ns(OUT int, OUT int) RETURNS SETOF record LANGUAGE plpgsql AS $$ BEGIN $1 := -1; $2 := -2; RETURN NEXT; RETURN QUERY SELECT g, g * 10 FROM generate_series(1, 2) g; END $$;
SELECT * FROM ns();
CREATE FUNCTION oo(OUT int, OUT numeric) LANGUAGE sql AS $$ SELECT 1, 2.1 $$;
SELECT * FROM oo();
\df oo
CREATE PROCEDURE p8(INOUT a int, INOUT b int, INOUT c int DEFAULT 11) LANGUAGE plpgsql AS $$ BEGIN a := a * 10; b := b + 10; c := c * -10; END $$;
DO $$ DECLARE a int := 1; b int := 2; BEGIN CALL p8(a, b); END $$;
DROP FUNCTION o2(IN int, OUT int, INOUT text, foo OUT int);
DROP FUNCTION oo(OUT a int, OUT b numeric), ns(OUT int, OUT int);
CREATE FUNCTION va(a VARIADIC int[]) RETURNS int LANGUAGE sql AS 'SELECT 1';
DROP FUNCTION va(a VARIADIC int[]);
DROP FUNCTION va(a int DEFAULT 3);
-- rows of a type that lost a column
CREATE TABLE h (a int, b int, c int);
ALTER TABLE h DROP COLUMN b;
CREATE FUNCTION rh() RETURNS SETOF h LANGUAGE plpgsql AS $$ DECLARE r h; BEGIN RETURN NEXT r; r := row(1,2); RETURN NEXT r; END $$;
SELECT rh();
SELECT * FROM rh();
CREATE FUNCTION rh3() RETURNS h LANGUAGE sql AS $$ SELECT 5, 6 $$;
SELECT rh3(), (rh3()).c;
SELECT * FROM rh3();
CREATE FUNCTION rh4() RETURNS SETOF h LANGUAGE sql AS $$ SELECT 5, 6 UNION ALL SELECT 7, 8 $$;
SELECT rh4();
-- IMMUTABLE functions of rows are folded to rows
CREATE TYPE rt AS (f1 numeric(35,6), f2 numeric(35,2));
CREATE FUNCTION tr() RETURNS rt AS $$ select 7.136178319899999964, 7.136178319899999964; $$ LANGUAGE sql IMMUTABLE;
SELECT tr();
SELECT * FROM tr();
CREATE FUNCTION tr6(a int, OUT x int, OUT y text) AS $$ select a, 'x' || a; $$ LANGUAGE sql IMMUTABLE;
SELECT tr6(2), tr6(g) FROM generate_series(1,2) g;
EXPLAIN (VERBOSE, COSTS OFF) SELECT tr();
-- a function in FROM is called once for the same arguments
CREATE SEQUENCE sq;
CREATE FUNCTION vol(a int, b int) RETURNS TABLE (i int, s bigint) LANGUAGE plpgsql AS $$ BEGIN FOR i IN a..b LOOP s := nextval('sq'); RETURN NEXT; END LOOP; END $$;
SELECT * FROM (VALUES (1),(2),(3)) v(r) LEFT JOIN vol(11,13) ON (r+i)<100;
SELECT * FROM (VALUES (1),(2),(3)) v(r), ROWS FROM(vol(11,11), vol(10+r,13)) AS x(i1, s1, i2, s2);
SELECT * FROM (VALUES (1),(2),(3)) v(r), vol(r, r + 1) WITH ORDINALITY;
SELECT count(DISTINCT x) FROM generate_series(1, 5) g, random() x;
