-- what CREATE FUNCTION and PL/pgSQL refuse, OUT parameters, assignments to parts
CREATE FUNCTION f1() LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION f3(a int, OUT a int) LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION f9(OUT a int) RETURNS text LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION f10(OUT a int, OUT b int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION g1() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a int; a text; BEGIN RETURN a; END $$;
CREATE FUNCTION g2() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a nosuch; BEGIN RETURN a; END $$;
CREATE FUNCTION g3() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a nosuch%ROWTYPE; BEGIN RETURN a; END $$;
CREATE FUNCTION g4() RETURNS int LANGUAGE plpgsql AS $$ BEGIN OPEN c; END $$;
CREATE FUNCTION g5() RETURNS int LANGUAGE plpgsql AS $$ BEGIN CLOSE c; END $$;
CREATE FUNCTION g6() RETURNS int LANGUAGE plpgsql AS $$ DECLARE x int; BEGIN GET DIAGNOSTICS x = NOSUCH; END $$;
CREATE FUNCTION g7() RETURNS int LANGUAGE plpgsql AS $$ DECLARE x int; BEGIN GET DIAGNOSTICS x = MESSAGE_TEXT; END $$;
CREATE FUNCTION g8() RETURNS int LANGUAGE plpgsql AS $$ DECLARE x int; BEGIN GET STACKED DIAGNOSTICS x = ROW_COUNT; END $$;
CREATE FUNCTION g9() RETURNS int LANGUAGE plpgsql AS $$ DECLARE x int NOT NULL; BEGIN RETURN x; END $$;
DO $$ DECLARE x nosuch; BEGIN NULL; END $$;
DO $$ DECLARE x int; BEGIN DECLARE x text := 'inner'; BEGIN RAISE NOTICE '%', x; END; END $$;
DO $$ DECLARE j jsonb := '{}'; BEGIN j['a'] := '1'; j['b']['c'] := '[1]'; j['b']['c'][1] := '"x"'; RAISE NOTICE '%', j; END $$;
DO $$ DECLARE j jsonb; BEGIN j['a'] := '1'; RAISE NOTICE '%', j; j['a']['b'] := '2'; END $$;
DO $$ DECLARE a int[]; BEGIN a[1:2] := '{5,6}'; a[4] := 1; RAISE NOTICE '%', a; a[2:3] := ARRAY[8,9]; RAISE NOTICE '%', a; END $$;
DO $$ DECLARE a int[]; BEGIN a[2][2] := 7; RAISE NOTICE '%', a; a[1][1] := 3; END $$;
DO $$ DECLARE a text[] := '{a,b}'; BEGIN a['x'] := 'q'; END $$;
DO $$ DECLARE a int[] := '{1,2}'; BEGIN a[1] := 'q'; END $$;
DO $$ DECLARE a int[] := '{1,2}'; BEGIN a[NULL] := 1; END $$;
DO $$ DECLARE a int; BEGIN a[1] := 1; END $$;
DO $$ DECLARE a int[] := '{1,2}'; BEGIN a := a || 3; a[array_length(a, 1) + 1] := 9; RAISE NOTICE '%', a; a[2] := NULL; RAISE NOTICE '%', a; a[1.6] := 4; RAISE NOTICE '%', a; END $$;
DO $$ DECLARE a int[]; BEGIN FOR i IN 1..4 LOOP a[i] := i * i; END LOOP; a[2] := (SELECT max(g) FROM generate_series(1, 7) g); RAISE NOTICE '%', a; END $$;
CREATE TYPE ptt AS (x int, y int[]);
DO $$ DECLARE p ptt; ps ptt[]; BEGIN p.x := 1; p.y[2] := 5; ps[1] := p; ps[2] := ROW(3, '{1}'); RAISE NOTICE '% %', p, ps; ps[1].x := 77; RAISE NOTICE '%', ps; ps[2].y[3] := 6; RAISE NOTICE '%', ps; END $$;
CREATE PROCEDURE outp(IN a int, OUT b int, INOUT c text) LANGUAGE plpgsql AS $$ BEGIN b := a * 2; c := c || b; END $$;
CALL outp(4, NULL, 'x');
CALL outp(4, 'x');
CALL outp(4, 5, 'x');
CALL outp(a => 4, b => NULL, c => 'q');
CALL outp(a => 4, c => 'q');
DO $$ DECLARE r int; s text := 'q'; BEGIN CALL outp(5, r, s); RAISE NOTICE '% %', r, s; END $$;
DO $$ DECLARE s text := 'q'; BEGIN CALL outp(5, 7, s); END $$;
CREATE PROCEDURE outq(OUT b int) LANGUAGE sql AS $$ SELECT 7 $$;
CALL outq(NULL);
CALL outq();
CALL outq('x');
\df outp
CREATE FUNCTION sw(INOUT a int, INOUT b int DEFAULT 3, OUT c text) LANGUAGE sql AS 'SELECT 1, 2, ''c''';
\sf sw
\sf+ sw
\df sw
SELECT pg_get_function_arguments('sw'::regproc), pg_get_function_result('sw'::regproc), proargnames FROM pg_proc WHERE proname = 'sw';
SELECT sw(1), (sw(1, 2)).c;
CREATE TABLE c (id int PRIMARY KEY, t text);
INSERT INTO c VALUES (1, 'one'), (2, NULL);
COPY c TO STDOUT DELIMITERS ',';
COPY c TO STDOUT USING DELIMITERS '|' NULL AS '-';
COPY nosuch TO STDOUT (NULL E'\n');
CREATE VIEW cv AS SELECT id FROM c WHERE id > 0 WITH CHECK OPTION;
COPY cv FROM STDIN;
1
2
\.
CREATE SEQUENCE cs;
COPY cs FROM STDIN;
1
\.
SELECT 'after';
\sv cv
\set VERBOSITY nosuch
\set ECHO nosuch
\set HISTCONTROL nosuch
\set COMP_KEYWORD_CASE nosuch
\encoding nosuch
\pset border 2
\pset tuples_only
SELECT 1, 2;
\t off
\pset border 1
\pset unicode_border_linestyle nosuch
SELECT 1 AS x \nosuch y \g
;
