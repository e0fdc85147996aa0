-- records filled by one value have its name
DO $$ DECLARE s record; BEGIN SELECT 1 AS q INTO s; RAISE NOTICE '% %', s, s.q; SELECT upper('u') INTO s; RAISE NOTICE '%', s.upper; END $$;
DO $$ DECLARE s record; BEGIN FOR s IN SELECT row(1, 2) AS q LOOP RAISE NOTICE '% %', s, s.q; END LOOP; SELECT row() AS q INTO s; RAISE NOTICE '%', s; END $$;
CREATE TABLE t (id int, v text);
INSERT INTO t VALUES (1, 'one'), (2, 'two');
CREATE SEQUENCE s;
-- a value is computed once
DO $$ DECLARE r t; BEGIN r := nextval('s'); END $$;
SELECT last_value FROM s;
DO $$ DECLARE r t; BEGIN r := '(1,x)'::text; RAISE NOTICE '%', r; r := row(1); RAISE NOTICE '%', r; r := NULL; RAISE NOTICE '%', r; r := (SELECT x FROM t x WHERE id = 1); RAISE NOTICE '%', r; r := 'x'; END $$;
DO $$ DECLARE r record; BEGIN r := '(1,2)'::t; RAISE NOTICE '% %', r, r.v; r := NULL::text; RAISE NOTICE '%', r; r := 1; END $$;
DO $$ DECLARE r t; BEGIN r := (SELECT '(8,eight)'); RAISE NOTICE '%', r; r := (SELECT v FROM t WHERE id = 1); END $$;
-- labels at the end
DO $$ BEGIN <<l>> LOOP EXIT l; END LOOP m; END $$;
DO $$ BEGIN LOOP EXIT; END LOOP m; END $$;
DO $$ BEGIN <<l>> LOOP EXIT l; END LOOP l l; END $$;
DO $$ BEGIN <<l>> LOOP EXIT l; END LOOP 1; END $$;
DO $$ BEGIN <<l>> FOR i IN 1..2 LOOP NULL; END LOOP L; END $$;
-- scrolling
DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c NO SCROLL FOR SELECT 2; END $$;
DO $$ DECLARE c NO SCROLL CURSOR FOR SELECT id FROM t; r int; BEGIN OPEN c; FETCH c INTO r; FETCH PRIOR FROM c INTO r; END $$;
DO $$ DECLARE c CURSOR FOR SELECT count(*) FROM t; r int; BEGIN OPEN c; FETCH c INTO r; FETCH PRIOR FROM c INTO r; END $$;
DO $$ DECLARE c SCROLL CURSOR FOR SELECT count(*) FROM t; r int; BEGIN OPEN c; FETCH c INTO r; FETCH PRIOR FROM c INTO r; RAISE NOTICE '% %', r, found; END $$;
DO $$ DECLARE c CURSOR FOR SELECT id FROM t ORDER BY id DESC; r int; BEGIN OPEN c; FETCH LAST FROM c INTO r; FETCH PRIOR FROM c INTO r; RAISE NOTICE '%', r; END $$;
DO $$ DECLARE c CURSOR FOR SELECT a.id FROM t a JOIN t b USING (id); r int; BEGIN OPEN c; FETCH c INTO r; FETCH FIRST FROM c INTO r; END $$;
DO $$ DECLARE c CURSOR FOR SELECT id FROM t FOR UPDATE; r int; BEGIN OPEN c; FETCH c INTO r; FETCH PRIOR FROM c INTO r; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c FOR SELECT 1; FETCH c INTO r; FETCH PRIOR FROM c INTO r; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c SCROLL FOR SELECT 1; FETCH c INTO r; FETCH PRIOR FROM c INTO r; RAISE NOTICE '%', r; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c FOR EXECUTE 'SELECT count(*) FROM t'; FETCH c INTO r; MOVE BACKWARD FROM c; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c NO SCROLL FOR EXECUTE 'SELECT id FROM t'; FETCH c INTO r; FETCH BACKWARD FROM c INTO r; END $$;
DO $$ DECLARE c refcursor; r int; BEGIN OPEN c NO FOR SELECT 1; FETCH c INTO r; RAISE NOTICE '%', r; END $$;
-- other names
CREATE FUNCTION f1(x int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE a ALIAS FOR x; b ALIAS FOR a; BEGIN b := b + 1; a := a * 2; x := x + 1; RETURN b; END $$;
SELECT f1(1);
CREATE FUNCTION f2(INOUT x int, OUT y int) LANGUAGE plpgsql AS $$ DECLARE a ALIAS FOR x; b ALIAS FOR y; BEGIN b := a + 1; a := a * 2; DECLARE x int := 5; BEGIN a := a + x; END; END $$;
SELECT * FROM f2(1);
CREATE FUNCTION f3(x int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE a ALIAS FOR nosuch; BEGIN RETURN a; END $$;
CREATE FUNCTION f3(x int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE a ALIAS FOR $2; BEGIN RETURN a; END $$;
CREATE FUNCTION f4(int, text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE a ALIAS FOR $1; BEGIN $1 := $1 + 1; $2 := $2 || $1 || a; RETURN $2; END $$;
SELECT f4(1, 'n');
CREATE FUNCTION f5(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN $2 := $1 + 5; RETURN $1; END $$;
CREATE FUNCTION f6(t) RETURNS int LANGUAGE plpgsql AS $$ BEGIN SELECT 3 INTO $1.id; $1.id := $1.id + 7; RETURN $1.id; END $$;
SELECT f6(row(1, 'x'));
CREATE FUNCTION tr() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n ALIAS FOR new; BEGIN n.v := 'alias ' || n.id; RETURN n; END $$;
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION tr();
INSERT INTO t VALUES (3, 'x') RETURNING *;
