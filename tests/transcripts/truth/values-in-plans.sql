-- Values that PL/pgSQL hands to a query: as long as the plan is made for them they are constants in it, fetched and
-- decompressed with a long header. From the sixth time on they are parameters, as they are stored.
CREATE TABLE src (id int PRIMARY KEY, packed text, apart text, brief text);
ALTER TABLE src ALTER apart SET STORAGE EXTERNAL;
INSERT INTO src SELECT i, repeat('a', 5000), repeat('b', 3000), 'abc' FROM generate_series(1, 9) i;
SELECT pg_column_size(packed), pg_column_size(apart), pg_column_size(brief) FROM src WHERE id = 1;
CREATE TABLE seen (what text, packed int, apart int, brief int);
-- A trigger that writes down sizes. Each trigger has plans of its own, also with the function that another has.
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO seen VALUES (tg_op || ' ' || tg_when, pg_column_size(old.packed), pg_column_size(old.apart), pg_column_size(old.brief));
  RETURN CASE tg_op WHEN 'DELETE' THEN old ELSE new END; END $$;
CREATE TRIGGER before BEFORE UPDATE OR DELETE ON src FOR EACH ROW EXECUTE FUNCTION note();
CREATE TRIGGER after AFTER UPDATE OR DELETE ON src FOR EACH ROW EXECUTE FUNCTION note();
DELETE FROM src WHERE id > 6;
UPDATE src SET brief = 'x' WHERE id < 5;
SELECT * FROM seen;
DROP TRIGGER before ON src;
DROP TRIGGER after ON src;
-- An expression by itself has no such plan; EXECUTE has one for its values each time.
DO $$ DECLARE r src; v text; k int; BEGIN
  SELECT * INTO r FROM src WHERE id = 5;
  SELECT packed INTO v FROM src WHERE id = 5;
  FOR i IN 1..7 LOOP
    SELECT pg_column_size(r.apart) + 0 * count(*) INTO k FROM seen;
    RAISE NOTICE 'turn %: expression % query %', i, pg_column_size(r.apart), k;
    EXECUTE 'SELECT pg_column_size($1)' INTO k USING v;
    RAISE NOTICE 'turn %: expression % execute %', i, pg_column_size(v), k;
  END LOOP; END $$;
CREATE FUNCTION exact(v text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT pg_column_size(v) FROM src LIMIT 1); END $$;
SELECT id, exact(packed), exact(brief) FROM src;
SET plan_cache_mode = force_custom_plan;
SELECT id, exact(packed) FROM src;
SET plan_cache_mode = force_generic_plan;
SELECT id, exact(packed) FROM src;
RESET plan_cache_mode;
CREATE FUNCTION rows_of(v text) RETURNS TABLE (a int, b int) LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT pg_column_size(v), length(v); END $$;
SELECT id, rows_of(apart) FROM src;
CREATE FUNCTION by_cursor(v text) RETURNS int LANGUAGE plpgsql AS $$ DECLARE c CURSOR FOR SELECT pg_column_size(v); k int; BEGIN OPEN c; FETCH c INTO k; CLOSE c; RETURN k; END $$;
SELECT by_cursor(apart), by_cursor(brief) FROM src WHERE id = 5;
-- An archive that a trigger fills: what was stored in another way is stored anew.
CREATE TABLE archive (id int, packed text, apart text, brief text);
CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO archive SELECT old.*; RETURN old; END $$;
CREATE TRIGGER keep BEFORE DELETE ON src FOR EACH ROW EXECUTE FUNCTION keep();
DELETE FROM src WHERE id < 4;
SELECT id, pg_column_size(packed), pg_column_size(apart), pg_column_compression(apart), pg_column_size(brief) FROM archive;
-- A function in SQL: 18 plans it for its arguments too.
CREATE FUNCTION stored(v text) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_column_size(v) FROM generate_series(1, 1)';
SELECT stored(packed), stored(apart), stored(brief) FROM src WHERE id = 5;
SELECT stored(packed), stored(apart), stored(brief) FROM src;
CREATE FUNCTION put(v text) RETURNS void LANGUAGE sql AS 'INSERT INTO seen VALUES (''sql'', pg_column_size(v), 0, 0)';
SELECT put(apart) FROM src;
SELECT * FROM seen WHERE what = 'sql';
