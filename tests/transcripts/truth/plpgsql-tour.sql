-- triggers and plpgsql
CREATE TABLE t (id int PRIMARY KEY, v text, n int DEFAULT 0);
CREATE TABLE log (who text, what text, old text, new text);
CREATE FUNCTION tr() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.n := length(NEW.v);
    INSERT INTO log VALUES (TG_NAME, TG_OP, NULL, NEW.v);
    RETURN NEW;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO log VALUES (TG_NAME, TG_OP, OLD.v, NEW.v);
    RETURN NEW;
  ELSE
    INSERT INTO log VALUES (TG_NAME, TG_OP, OLD.v, NULL);
    RETURN OLD;
  END IF;
END $$;
CREATE TRIGGER a BEFORE INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION tr();
CREATE TRIGGER b AFTER UPDATE OF v ON t FOR EACH ROW WHEN (OLD.v IS DISTINCT FROM NEW.v) EXECUTE FUNCTION tr();
\d t
INSERT INTO t VALUES (1, 'one'), (2, repeat('x', 3000));
UPDATE t SET v = v || '!' WHERE id = 1;
UPDATE t SET n = n + 1;
DELETE FROM t WHERE id = 2;
SELECT who, what, length(old), length(new) FROM log;
SELECT tgname, tgtype, tgenabled FROM pg_trigger ORDER BY 1;
ALTER TABLE t DISABLE TRIGGER a;
UPDATE t SET v = 'z';
SELECT count(*) FROM log;
DROP FUNCTION tr();
DROP TRIGGER a ON t;
CREATE FUNCTION fill(n int, OUT made int, OUT bytes bigint) LANGUAGE plpgsql AS $$
DECLARE r record; i int; s text := '';
BEGIN
  made := 0;
  FOR i IN 1..n LOOP
    s := s || chr(64 + i % 26);
    INSERT INTO t VALUES (100 + i, repeat(s, 100)) ON CONFLICT (id) DO UPDATE SET v = excluded.v;
    made := made + 1;
    CONTINUE WHEN i % 2 = 0;
    EXIT WHEN i > 50;
  END LOOP;
  FOR r IN SELECT id, v FROM t ORDER BY id LOOP
    bytes := coalesce(bytes, 0) + pg_column_size(r.v);
  END LOOP;
END $$;
SELECT * FROM fill(20);
SELECT fill(3);
DO $$
DECLARE a int[] := '{1,2,3}'; x int; e text; m text;
BEGIN
  FOREACH x IN ARRAY a LOOP RAISE NOTICE 'x = %', x; END LOOP;
  BEGIN
    INSERT INTO t VALUES (101, 'dup');
  EXCEPTION WHEN unique_violation THEN
    GET STACKED DIAGNOSTICS e = RETURNED_SQLSTATE, m = MESSAGE_TEXT;
    RAISE NOTICE 'caught % %', e, m;
  END;
  RAISE WARNING 'percent %% and %', a[2];
  PERFORM 1 / 0;
EXCEPTION WHEN division_by_zero THEN RAISE INFO 'div';
END $$;
DO $$ BEGIN RAISE EXCEPTION 'my error %', 1 USING ERRCODE = 'P0001', HINT = 'a hint', DETAIL = 'a detail'; END $$;
DO $$ BEGIN PERFORM nosuch(); END $$;
DO $$ DECLARE x int; BEGIN x := 'abc'; END $$;
DO $$ BEGIN ASSERT 1 = 2, 'not equal'; END $$;
DO $$ DECLARE n int; BEGIN SELECT id INTO STRICT n FROM t WHERE id = -1; END $$;
DO $$ DECLARE n int; BEGIN SELECT id INTO STRICT n FROM t; END $$;
DO $$ DECLARE c CURSOR FOR SELECT id FROM t ORDER BY id; x int; BEGIN OPEN c; FETCH c INTO x; RAISE NOTICE '%', x; MOVE 2 FROM c; FETCH c INTO x; RAISE NOTICE '%', x; CLOSE c; END $$;
CREATE FUNCTION many() RETURNS SETOF t LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT * FROM t ORDER BY id LIMIT 2; RETURN NEXT (1, 'q', 2); END $$;
SELECT id, length(v), n FROM many();
CREATE FUNCTION tab() RETURNS TABLE (a int, b text) LANGUAGE plpgsql AS $$ BEGIN FOR a, b IN SELECT 1, 'x' UNION ALL SELECT 2, 'y' LOOP RETURN NEXT; END LOOP; END $$;
SELECT * FROM tab();
DO $$ DECLARE q text; BEGIN EXECUTE format('SELECT count(*) FROM %I WHERE id > $1', 't') INTO q USING 5; RAISE NOTICE '%', q; END $$;
CREATE PROCEDURE p(INOUT x int) LANGUAGE plpgsql AS $$ BEGIN x := x * 2; COMMIT; END $$;
CALL p(4);
DO $$ BEGIN FOR i IN REVERSE 5..1 BY 2 LOOP RAISE NOTICE '%', i; END LOOP; END $$;
DO $$ DECLARE i int := 0; BEGIN WHILE i < 3 LOOP i := i + 1; END LOOP; RAISE NOTICE 'i %', i; <<o>> LOOP LOOP EXIT o; END LOOP; END LOOP; END $$;
DO $$ DECLARE r t%ROWTYPE; BEGIN SELECT * INTO r FROM t WHERE id = 1; RAISE NOTICE '% %', r.id, r; END $$;
DO $$ BEGIN CASE 3 WHEN 1 THEN RAISE NOTICE 'a'; WHEN 2, 3 THEN RAISE NOTICE 'b'; END CASE; CASE 9 WHEN 1 THEN NULL; END CASE; END $$;
\sf tab
