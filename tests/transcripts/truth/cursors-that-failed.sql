-- A cursor whose FETCH failed cannot be run again, and does not outlive its transaction (MarkPortalFailed).
CREATE TABLE b (id int PRIMARY KEY, g text);
INSERT INTO b SELECT i, 'g' || i % 3 FROM generate_series(1, 9) i;
BEGIN;
DECLARE n NO SCROLL CURSOR WITH HOLD FOR SELECT * FROM b ORDER BY id;
FETCH n;
SAVEPOINT s;
FETCH PRIOR FROM n;
ROLLBACK TO s;
FETCH n;
ROLLBACK TO s;
SELECT name FROM pg_cursors;
COMMIT;
FETCH FORWARD 2 FROM n;
SELECT name FROM pg_cursors;
BEGIN;
DECLARE n NO SCROLL CURSOR WITH HOLD FOR SELECT * FROM b ORDER BY id;
FETCH 2 FROM n;
COMMIT;
FETCH PRIOR FROM n;
FETCH n;
MOVE n;
FETCH BACKWARD 0 FROM n;
CLOSE n;
-- The name of a bound cursor in a loop (exec_stmt_forc).
DO $$ DECLARE c CURSOR (k int) FOR SELECT * FROM b WHERE id > k ORDER BY id; r b; BEGIN
 OPEN c(7); FETCH c INTO r; RAISE NOTICE '% %', r, c; CLOSE c; RAISE NOTICE '%', c;
 FOR x IN c(k := 8) LOOP RAISE NOTICE 'x %, %', x.id, c; END LOOP;
 RAISE NOTICE '%', c;
 OPEN c(1); OPEN c(2); END $$;
DO $$ DECLARE c CURSOR (k int) FOR SELECT * FROM b WHERE id > k ORDER BY id; BEGIN
 FOR x IN c(k := 8) LOOP RAISE NOTICE 'x %, %', x.id, c; END LOOP;
 RAISE NOTICE '%', c;
 OPEN c(1); RAISE NOTICE '%', c; CLOSE c;
 c := 'mine'; OPEN c(1); RAISE NOTICE '%', c; CLOSE c;
 FOR x IN c(k := 8) LOOP RAISE NOTICE 'x %, %', x.id, c; END LOOP;
 RAISE NOTICE '%', c;
 c := NULL; OPEN c(1); RAISE NOTICE '%', c; END $$;
DO $$ DECLARE c refcursor; r record; BEGIN OPEN c FOR SELECT 1 AS a; FETCH c INTO r; CLOSE c; FETCH c INTO r; END $$;
