-- PL/pgSQL: loops over rows that are no table's, EXECUTE ... USING, cursors that OPEN names.
CREATE TABLE c (id int, v text);
INSERT INTO c SELECT i, repeat('v', i) FROM generate_series(1, 5) i;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT 1 AS a, 'b' AS b LOOP RAISE NOTICE '% %', r.a, r.b; END LOOP; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN VALUES (1, 'x'), (2, 'y') LOOP RAISE NOTICE '% %', r.column1, r.column2; END LOOP; END $$;
DO $$ DECLARE i int; t text; BEGIN FOR i, t IN SELECT 7, 'seven' LOOP RAISE NOTICE '% %', i, t; END LOOP; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT generate_series(1, 3) AS n LOOP RAISE NOTICE '%', r.n; END LOOP; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN SELECT WHERE false LOOP RAISE NOTICE 'never'; END LOOP; RAISE NOTICE 'found %', FOUND; END $$;
DO $$ DECLARE r record; BEGIN FOR r IN EXECUTE 'SELECT $1 + 1 AS x, $2 AS y' USING 41, 'z'::text LOOP RAISE NOTICE '% %', r.x, r.y; END LOOP; END $$;
DO $$ BEGIN EXECUTE 'CREATE TABLE e AS SELECT $1 AS x, $2::text AS t, c.v FROM c WHERE id > $3' USING 5, 'five', 3; END $$;
SELECT * FROM e;
\d e
DO $$ BEGIN EXECUTE 'INSERT INTO c VALUES ($1, $2)' USING 6, 'six'; EXECUTE 'UPDATE c SET v = $2 WHERE id = $1' USING 1, 'one'; EXECUTE 'DELETE FROM c WHERE id = $1' USING 2; END $$;
DO $$ DECLARE n int; BEGIN EXECUTE 'SELECT count(*) FROM c WHERE id > $1' INTO n USING 2; RAISE NOTICE '%', n; END $$;
DO $$ BEGIN EXECUTE 'CREATE MATERIALIZED VIEW m AS SELECT $1 AS x' USING 1; END $$;
DO $$ BEGIN EXECUTE 'CREATE VIEW w AS SELECT $1 AS x' USING 1; END $$;
DO $$ BEGIN EXECUTE 'CREATE TABLE f (a int DEFAULT $1)' USING 1; END $$;
DO $$ DECLARE cur refcursor; r record; BEGIN
  OPEN cur FOR SELECT id, v FROM c ORDER BY id;
  LOOP FETCH cur INTO r; EXIT WHEN NOT FOUND; RAISE NOTICE '% %', r.id, r.v; END LOOP;
  CLOSE cur; END $$;
DO $$ DECLARE cur refcursor; i int; least int := 3; BEGIN
  OPEN cur FOR SELECT id FROM c WHERE id >= least ORDER BY id;
  FETCH cur INTO i; RAISE NOTICE '%', i;
  FETCH LAST FROM cur INTO i; RAISE NOTICE '%', i;
  FETCH PRIOR FROM cur INTO i; RAISE NOTICE '%', i;
  MOVE FIRST IN cur; FETCH cur INTO i; RAISE NOTICE '%', i;
  CLOSE cur; END $$;
DO $$ DECLARE cur refcursor; i int; BEGIN
  OPEN cur FOR EXECUTE 'SELECT id FROM c WHERE id > $1 ORDER BY 1' USING 4;
  FETCH cur INTO i; RAISE NOTICE '%', i; CLOSE cur;
  OPEN cur FOR SELECT 99; FETCH cur INTO i; RAISE NOTICE '%', i;
  OPEN cur FOR SELECT 100; END $$;
DO $$ DECLARE cur refcursor := 'named'; BEGIN OPEN cur FOR SELECT 1; RAISE NOTICE '%', cur; CLOSE cur; CLOSE cur; END $$;
DO $$ DECLARE cur CURSOR (low int) FOR SELECT id FROM c WHERE id > low ORDER BY id; i int; BEGIN
  OPEN cur(4); FETCH cur INTO i; RAISE NOTICE '%', i; CLOSE cur;
  OPEN cur(low => 5); FETCH cur INTO i; RAISE NOTICE '%', i; CLOSE cur;
  FOR r IN cur(3) LOOP RAISE NOTICE 'row %', r.id; END LOOP; END $$;
CREATE FUNCTION give() RETURNS refcursor LANGUAGE plpgsql AS $$ DECLARE cur refcursor := 'given'; BEGIN OPEN cur FOR SELECT * FROM c ORDER BY id; RETURN cur; END $$;
BEGIN;
SELECT give();
FETCH 2 FROM given;
COMMIT;
DO $$ DECLARE r record; BEGIN FOR r IN UPDATE c SET v = upper(v) WHERE id < 4 RETURNING id, v LOOP RAISE NOTICE '% %', r.id, r.v; END LOOP; END $$;
DO $$ BEGIN EXECUTE 'SELECT $1'; END $$;
DO $$ DECLARE cur refcursor; i int; BEGIN FETCH cur INTO i; END $$;
