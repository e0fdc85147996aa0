-- Variables of PL/pgSQL: outside of a transaction block what is stored elsewhere is fetched.
CREATE TABLE t (id int, v text);
INSERT INTO t VALUES (3, repeat('a', 5000)), (4, (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 200) i)), (5, 'short');
INSERT INTO t SELECT 6, string_agg(repeat(md5(i::text), 3), '') FROM generate_series(1, 200) i;
SELECT id, pg_column_size(v), length(v) FROM t ORDER BY id;
DO $$
DECLARE r record; x text; rt t%ROWTYPE; a text[];
BEGIN
  FOR i IN 3..6 LOOP
    SELECT * INTO r FROM t WHERE id = i; RAISE NOTICE '% record %', i, pg_column_size(r.v);
    SELECT v INTO x FROM t WHERE id = i; RAISE NOTICE '% variable %', i, pg_column_size(x);
    SELECT * INTO rt FROM t WHERE id = i; RAISE NOTICE '% rowtype %', i, pg_column_size(rt.v);
    x := (SELECT v FROM t WHERE id = i); RAISE NOTICE '% assigned %', i, pg_column_size(x);
    x := r.v; RAISE NOTICE '% from record %', i, pg_column_size(x);
    r.v := x; RAISE NOTICE '% into record %', i, pg_column_size(r.v);
    a := ARRAY[x]; RAISE NOTICE '% in array % %', i, pg_column_size(a[1]), pg_column_size(a);
    RAISE NOTICE '% whole % %', i, pg_column_size(r), pg_column_size(rt);
  END LOOP;
  FOR r IN SELECT * FROM t ORDER BY id LOOP RAISE NOTICE 'loop % %', r.id, pg_column_size(r.v); END LOOP;
  x := 'abc'; RAISE NOTICE 'constant %', pg_column_size(x);
  SELECT 'abc' INTO x; RAISE NOTICE 'selected %', pg_column_size(x);
  x := (SELECT 'abc'::text); RAISE NOTICE 'sub-query %', pg_column_size(x);
  x := x || 'd'; RAISE NOTICE 'computed %', pg_column_size(x);
  INSERT INTO t VALUES (7, 'seven') RETURNING v INTO x; RAISE NOTICE 'returned %', pg_column_size(x);
  SELECT 1 AS id, 'abc'::text AS v INTO r; RAISE NOTICE 'record %', pg_column_size(r.v);
  r := ROW(1, 'abcd'::text); RAISE NOTICE 'row %', pg_column_size(r.f2);
END $$;
BEGIN;
DO $$
DECLARE r record; x text; rt t%ROWTYPE;
BEGIN
  FOR i IN 3..6 LOOP
    SELECT * INTO r FROM t WHERE id = i; RAISE NOTICE '% record %', i, pg_column_size(r.v);
    SELECT v INTO x FROM t WHERE id = i; RAISE NOTICE '% variable %', i, pg_column_size(x);
    SELECT * INTO rt FROM t WHERE id = i; RAISE NOTICE '% rowtype %', i, pg_column_size(rt.v);
  END LOOP;
END $$;
COMMIT;
CREATE FUNCTION f(i int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE x text; BEGIN SELECT v INTO x FROM t WHERE id = i; RETURN x; END $$;
CREATE FUNCTION s(i int) RETURNS text LANGUAGE sql AS $$ SELECT v FROM t WHERE id = i LIMIT 1 $$;
CREATE FUNCTION c() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'abc'; END $$;
CREATE FUNCTION d() RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT 'abc'::text LIMIT 1 $$;
CREATE FUNCTION m() RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT 'abc'; RETURN QUERY SELECT v FROM t WHERE id = 3; END $$;
SELECT i, pg_column_size(f(i)), pg_column_size(s(i)) FROM generate_series(3, 6) i;
SELECT pg_column_size(c()), pg_column_size(d());
SELECT pg_column_size(m());
SELECT pg_column_size(x) FROM m() x;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT f(4);
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT length(f(4));
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT length(s(4));
CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% %', pg_column_size(NEW.v), pg_column_size(NEW); RETURN NEW; END $$;
CREATE TRIGGER tr BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION tf();
INSERT INTO t VALUES (10, 'abc'), (11, repeat('abc', 2000));
UPDATE t SET id = id + 10 WHERE id IN (3, 4, 5);
