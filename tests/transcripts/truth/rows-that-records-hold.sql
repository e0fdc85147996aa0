-- Rows that variables of PL/pgSQL hold: what fetches their TOASTed values, and what cannot be expanded.
CREATE TABLE doc (id int PRIMARY KEY, packed text, apart text, brief text);
ALTER TABLE doc ALTER apart SET STORAGE EXTERNAL;
INSERT INTO doc SELECT i, repeat('a', 5000), repeat('b', 3000), 'abc' FROM generate_series(1, 4) i;
CREATE TABLE log (d doc);
CREATE TABLE log2 (LIKE doc);
CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$ DECLARE r record; d doc; n int; BEGIN
  FOR r IN SELECT * FROM doc ORDER BY id LOOP
    RAISE NOTICE 'a % %', pg_column_size(r.apart), pg_column_size(r.packed);
    n := length(to_jsonb(r)::text);
    RAISE NOTICE 'b % %', pg_column_size(r.apart), pg_column_size(r.packed);
    INSERT INTO log2 VALUES (r.*);
    INSERT INTO log2 SELECT r.*;
    INSERT INTO log SELECT r;
    RAISE NOTICE 'c % % %', pg_column_size(r.apart), pg_column_size(r.packed), pg_column_size(r);
  END LOOP;
  SELECT * INTO d FROM doc WHERE id = 1;
  RAISE NOTICE 'd % %', pg_column_size(d.apart), pg_column_size(d.packed);
  RAISE NOTICE 'e %', d IS NULL;
  RAISE NOTICE 'f % %', pg_column_size(d.apart), pg_column_size(d.packed);
  SELECT d.* INTO r;
  RAISE NOTICE 'g % %', pg_column_size(r.apart), pg_column_size(r.packed);
  SELECT doc INTO r FROM doc WHERE id = 1;
  RAISE NOTICE 'h % %', pg_column_size((r.doc).apart), pg_column_size((r.doc).packed);
  SELECT doc INTO d FROM doc WHERE id = 1;
  RAISE NOTICE 'i % %', pg_column_size(d.apart), pg_column_size(d.packed);
END $$;
SELECT a();
SELECT pg_column_size(apart), pg_column_size(packed) FROM log2;
SELECT pg_column_size(d), pg_column_size((d).apart), pg_column_size((d).packed) FROM log;
SELECT relname, pg_relation_size(reltoastrelid) FROM pg_class WHERE relname IN ('doc', 'log', 'log2') ORDER BY relname;
CREATE FUNCTION whole(d doc) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
  RETURN pg_column_size(d) || ' ' || pg_column_size(d.apart) || ' ' || pg_column_size(d.packed); END $$;
CREATE FUNCTION back(d doc) RETURNS doc LANGUAGE plpgsql AS $$ BEGIN RETURN d; END $$;
CREATE FUNCTION backset() RETURNS SETOF doc LANGUAGE plpgsql AS $$ DECLARE d doc; BEGIN
  FOR d IN SELECT * FROM doc LOOP RETURN NEXT d; END LOOP; END $$;
SELECT whole(doc) FROM doc;
SELECT pg_column_size(back(doc)), pg_column_size((back(doc)).apart), pg_column_size((back(doc)).packed) FROM doc;
SELECT pg_column_size(d), pg_column_size(d.apart), pg_column_size(d.packed) FROM doc, back(doc) d;
SELECT pg_column_size(d), pg_column_size(d.apart), pg_column_size(d.packed) FROM backset() d;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT whole(doc) FROM doc;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT d.id FROM backset() d;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT (back(doc)).id FROM doc;
CREATE FUNCTION hist() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO log VALUES (old); INSERT INTO log2 VALUES (old.*); RETURN new; END $$;
CREATE TRIGGER h AFTER UPDATE ON doc FOR EACH ROW EXECUTE FUNCTION hist();
UPDATE doc SET brief = 'x';
UPDATE doc SET packed = 'y', apart = 'z' WHERE id = 1;
SELECT relname, pg_relation_size(reltoastrelid) FROM pg_class WHERE relname IN ('doc', 'log', 'log2') ORDER BY relname;
SELECT pg_column_size(d), pg_column_size((d).apart), pg_column_size((d).packed) FROM log;
DROP TRIGGER h ON doc;
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' AND NEW.brief <> OLD.brief THEN NEW.id := NEW.id + 10; END IF;
  IF NEW.* = OLD.* THEN RETURN NULL; END IF;
  OLD := NEW; RETURN OLD; END $$;
CREATE TRIGGER h BEFORE UPDATE ON doc FOR EACH ROW EXECUTE FUNCTION stamp();
UPDATE doc SET brief = 'xx';
UPDATE doc SET brief = 'xx';
SELECT ctid, id, pg_column_size(apart), pg_column_size(packed) FROM doc;
SELECT relname, pg_relation_size(reltoastrelid) FROM pg_class WHERE relname IN ('doc', 'log', 'log2') ORDER BY relname;
DO $$ DECLARE r doc; s record; BEGIN
  SELECT * INTO r FROM doc WHERE id = 12; s := r; r := s;
  RAISE NOTICE '% % %', pg_column_size(r.apart), pg_column_size(s.apart), pg_column_size(s.packed);
  s.packed := s.packed || 'x'; RAISE NOTICE '%', pg_column_size(s.packed);
  UPDATE doc SET (packed, apart) = (SELECT s.packed, s.apart) WHERE id = 12;
  UPDATE doc SET brief = s.brief || r.brief, apart = r.apart WHERE id = s.id;
END $$;
SELECT ctid, id, pg_column_size(apart), pg_column_size(packed) FROM doc;
CREATE TABLE pairs (a int, b int);
DO $$ DECLARE r record; BEGIN r := row(1,2); INSERT INTO pairs VALUES (r.*); END $$;
DO $$ DECLARE r record; BEGIN r := row(1,2); INSERT INTO pairs SELECT r.*; END $$;
DO $$ DECLARE r record; n int; BEGIN r := row(1,2); SELECT r.* INTO n; RAISE NOTICE '%', n; END $$;
DO $$ DECLARE r record; n int; BEGIN r := row(1,2); n := (r.*); RAISE NOTICE '%', n; END $$;
DO $$ DECLARE r record; n int; BEGIN r := row(1,2); PERFORM (r).*; END $$;
DO $$ DECLARE r record; n int; BEGIN r := row(1,2); PERFORM (r).f1; END $$;
DO $$ DECLARE r record; n int; BEGIN r := row(1,2); PERFORM row(r.*); END $$;
DO $$ DECLARE r record; n int; BEGIN SELECT * INTO r FROM pairs; INSERT INTO pairs VALUES (r.*); END $$;
DO $$ DECLARE r record; n int; BEGIN FOR r IN SELECT 1 AS a, 2 AS b LOOP INSERT INTO pairs VALUES (r.*); END LOOP; END $$;
DO $$ DECLARE r record; n int; BEGIN FOR r IN SELECT 1 AS a, 2 AS b LOOP INSERT INTO pairs SELECT (r).*; END LOOP; END $$;
DO $$ DECLARE r record; n int; BEGIN FOR r IN SELECT 1 AS a, 2 AS b LOOP INSERT INTO pairs VALUES (r.a, r.b); END LOOP; END $$;
SELECT * FROM pairs;
