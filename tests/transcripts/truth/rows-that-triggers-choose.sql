-- The row that a trigger's RETURN computes keeps its TOAST pointers.
CREATE TABLE doc (id int PRIMARY KEY, packed text, apart text, brief text);
ALTER TABLE doc ALTER apart SET STORAGE EXTERNAL;
INSERT INTO doc SELECT i, repeat('a', 5000), repeat('b', 3000), 'abc' FROM generate_series(1, 9) i;
CREATE FUNCTION either() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN COALESCE(new, old); END $$;
CREATE FUNCTION chosen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RETURN CASE tg_op WHEN 'DELETE' THEN old ELSE new END; END $$;
CREATE FUNCTION bracketed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN (new); END $$;
CREATE FUNCTION selected() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT new); END $$;
CREATE FUNCTION built() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN row(new.id, new.packed, new.apart, new.brief); END $$;
CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE r record; d doc; BEGIN r := new; d := r; r := d; RETURN r; END $$;
CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.brief := new.brief || '!'; RETURN COALESCE(new, old); END $$;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION either();
UPDATE doc SET brief = 'y' WHERE id = 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE doc SET brief = 'x' WHERE id = 1;
DELETE FROM doc WHERE id = 9;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION chosen();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION bracketed();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION selected();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION built();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION held();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION changed();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
SELECT id, pg_column_size(packed), pg_column_size(apart), brief FROM doc ORDER BY id;
-- What a function made of the row has no pointers.
CREATE FUNCTION populated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  new := jsonb_populate_record(new, '{"brief": "z"}'); RETURN new; END $$;
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION populated();
UPDATE doc SET brief = 'y' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE FUNCTION decided() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE r doc; BEGIN
  r := CASE WHEN new.brief = old.brief THEN old WHEN new IS NULL THEN NULL ELSE new END; RETURN r; END $$;
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION decided();
UPDATE doc SET brief = 'w' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE TABLE log (d doc);
CREATE FUNCTION logged() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN
  r := COALESCE(new, old); INSERT INTO log VALUES (r); INSERT INTO log SELECT (r).*; RETURN r; END $$;
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON doc FOR EACH ROW EXECUTE FUNCTION logged();
UPDATE doc SET brief = 'v' WHERE id < 3;
CREATE OR REPLACE FUNCTION logged() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN
  r := COALESCE(new, old); INSERT INTO log VALUES (r); RETURN r; END $$;
UPDATE doc SET brief = 'v' WHERE id < 3;
SELECT pg_column_size(d), pg_column_size((d).apart), pg_column_size((d).packed) FROM log;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname IN ('doc', 'log') ORDER BY relname;
DO $$ DECLARE r record; d doc; BEGIN
  SELECT * INTO r FROM doc WHERE id = 1; d := r; RAISE NOTICE '% %', pg_column_size(d), pg_column_size(d.apart);
  r := d; RAISE NOTICE '% %', pg_column_size(r), pg_column_size(r.apart); END $$;
CREATE FUNCTION sizes() RETURNS SETOF text LANGUAGE plpgsql AS $$ DECLARE r record; d doc; BEGIN
  SELECT * INTO r FROM doc WHERE id = 1; d := r; RETURN NEXT pg_column_size(d) || ' ' || pg_column_size(d.apart);
  r := d; RETURN NEXT pg_column_size(r) || ' ' || pg_column_size(r.apart); END $$;
SELECT sizes();
CREATE FUNCTION read_whole() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
  n := length(to_jsonb(new)::text); RETURN new; END $$;
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE ON doc FOR EACH ROW EXECUTE FUNCTION read_whole();
VACUUM FULL doc;
UPDATE doc SET brief = 'u' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE doc SET brief = 't' WHERE id = 1;
CREATE TABLE audit (j jsonb);
CREATE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO audit VALUES (to_jsonb(new)); RETURN new; END $$;
DROP TRIGGER t ON doc;
CREATE TRIGGER t BEFORE UPDATE ON doc FOR EACH ROW EXECUTE FUNCTION audited();
UPDATE doc SET brief = 'u' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF old IS DISTINCT FROM new THEN new.brief := 'changed'; END IF; RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF old.* IS DISTINCT FROM new.* THEN new.brief := 'changed'; END IF; RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF new IS NULL THEN RETURN NULL; END IF; RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 5;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE NOTICE '%', length(new::text); RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 3;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
  SELECT count(*) INTO n FROM doc d WHERE d = old; EXECUTE 'SELECT $1.id' INTO n USING new; RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 3;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
  n := (new).id + length((new).brief); RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 3;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
  RAISE NOTICE '%', new IS NOT NULL; RAISE NOTICE '%', (new = old); RETURN new; END $$;
UPDATE doc SET brief = 'u' WHERE id < 3;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'doc';
SELECT id, pg_column_size(packed), pg_column_size(apart), brief FROM doc ORDER BY id;
