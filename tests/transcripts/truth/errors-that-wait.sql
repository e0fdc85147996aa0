-- A cursor of PL/pgSQL gives the error of its first row at FETCH, not at OPEN.
CREATE FUNCTION boom(t text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'boom %', t; END $$;
DO $$ DECLARE c CURSOR FOR SELECT boom('cur'); r int; BEGIN OPEN c; RAISE NOTICE 'open'; FETCH c INTO r; END $$;
DO $$ DECLARE c CURSOR FOR SELECT 1 / 0; r int; BEGIN OPEN c; RAISE NOTICE 'open'; MOVE c; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c FOR EXECUTE 'SELECT 1 / (i - 1) FROM generate_series(1, 3) i'; RAISE NOTICE 'open'; CLOSE c; RAISE NOTICE 'closed'; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c FOR SELECT nope; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT 1 / (i - 1) FROM generate_series(1, 3) i LOOP RAISE NOTICE '%', r; END LOOP; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT boom('x') LOOP RAISE NOTICE '%', r; END LOOP; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN EXECUTE 'SELECT boom(''x'')' LOOP RAISE NOTICE '%', r; END LOOP; END $$;
DO $$ DECLARE c CURSOR FOR SELECT boom('cur'); r record; BEGIN FOR r IN c LOOP RAISE NOTICE '%', r; END LOOP; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c FOR SELECT boom('a'); BEGIN FETCH c INTO r; EXCEPTION WHEN OTHERS THEN RAISE NOTICE 'caught %', SQLERRM; END; FETCH c INTO r; END $$;
CREATE FUNCTION q() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT boom('rq'); END $$;
SELECT * FROM q();
BEGIN;
DECLARE c CURSOR FOR SELECT 1 / 0;
FETCH 0 FROM c;
MOVE 0 FROM c;
FETCH c;
ROLLBACK;
BEGIN;
DECLARE c CURSOR WITH HOLD FOR SELECT 1 / 0;
COMMIT;
-- The error of a default is one of the line that COPY reads.
CREATE SEQUENCE sq MAXVALUE 2;
CREATE TABLE s (a int, b int DEFAULT nextval('sq'), c int DEFAULT 7);
COPY s (a) FROM STDIN;
1
2
3
4
\.
COPY s (a) FROM STDIN;
x
\.
CREATE TABLE s2 (a int, b int DEFAULT boom('default'));
COPY s2 (a) FROM STDIN;
1
\.
COPY s2 (a, b) FROM STDIN;
1	2
2	x
\.
