CREATE TABLE t (id int, v text, n numeric);
DO $$ BEGIN FOR i IN 1..3 LOOP INSERT INTO t VALUES (100 + i, 'x' || i, i); END LOOP; END $$;
SELECT *, xmin = (SELECT xmin FROM t LIMIT 1) AS same, cmin FROM t;
DO $$
DECLARE
  n int := 0;
  s text;
  r record;
BEGIN
  WHILE n < 3 LOOP
    n := n + 1;
    IF n = 2 THEN RAISE NOTICE 'two: %', n; ELSE RAISE NOTICE 'n = %, %', n, 'it''s'; END IF;
  END LOOP;
  SELECT count(*) INTO n FROM t;
  RAISE NOTICE 'rows %', n;
  EXECUTE 'CREATE TABLE dyn_' || n || ' (a int)';
  PERFORM count(*) FROM t;
  FOR s IN SELECT v FROM t ORDER BY id LIMIT 2 LOOP
    RAISE INFO '%', s;
  END LOOP;
  FOR r IN SELECT id, v FROM t ORDER BY id DESC LOOP
    CONTINUE WHEN r.id = 102;
    RAISE NOTICE '% %', r.id, r.v;
  END LOOP;
  FOR i IN REVERSE 3..1 LOOP
    UPDATE t SET n = i * 10 WHERE id = 100 + i;
    EXIT WHEN i = 2;
  END LOOP;
  INSERT INTO t VALUES (1, NULL, NULL) RETURNING id INTO n;
  RAISE NOTICE 'new % %', n, s IS NULL;
END
$$;
\d
SELECT * FROM t ORDER BY id;
DO $$ BEGIN RAISE EXCEPTION 'no: %', 1; END $$;
DO $$
BEGIN
  INSERT INTO t VALUES (7, 'lost', 0);
  INSERT INTO t VALUES (1 / 0, 'x', 0);
END $$;
SELECT count(*) FROM t;
DO $$ BEGIN SELECT 1; END $$;
