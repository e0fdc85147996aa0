CREATE TABLE notes (id serial PRIMARY KEY, title text, body text, updated date, version int DEFAULT 1);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
CREATE TABLE audit (n serial, op text, tbl text, id int, old_len int, new_len int);
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated := '2024-06-06';
  IF TG_OP = 'UPDATE' THEN NEW.version := OLD.version + 1; END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION log_it() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO audit (op, tbl, id, old_len) VALUES (TG_OP, TG_TABLE_NAME, OLD.id, length(OLD.body));
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO audit (op, tbl, id, old_len, new_len) VALUES (TG_OP, TG_TABLE_NAME, NEW.id, length(OLD.body), length(NEW.body));
  ELSE
    INSERT INTO audit (op, tbl, id, new_len) VALUES (TG_OP, TG_TABLE_NAME, NEW.id, length(NEW.body));
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE NOTICE '% % % % on %.% args %: %', TG_NAME, TG_WHEN, TG_LEVEL, TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_NARGS, TG_ARGV[0];
  RETURN NULL;
END $$;
CREATE TRIGGER notes_stamp BEFORE INSERT OR UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TRIGGER notes_log AFTER INSERT OR UPDATE OR DELETE ON notes FOR EACH ROW EXECUTE PROCEDURE log_it();
CREATE TRIGGER notes_tell AFTER UPDATE OF body ON notes FOR EACH STATEMENT EXECUTE FUNCTION tell('first', 2);
INSERT INTO notes (title, body) VALUES ('a', repeat('a', 5000)), ('b', 'short');
SELECT id, title, length(body), updated, version FROM notes ORDER BY id;
UPDATE notes SET title = 'A' WHERE id = 1;
UPDATE notes SET body = body || 'x' WHERE id = 1 RETURNING id, version, length(body);
DELETE FROM notes WHERE id = 2;
SELECT * FROM audit ORDER BY n;
SELECT count(*) AS chunks, count(DISTINCT chunk_id) AS vals FROM pg_toast.pg_toast_16385;
\d notes
SELECT tgname, tgtype, tgenabled, tgnargs, tgisinternal, tgattr FROM pg_trigger WHERE tgrelid = 'notes'::regclass ORDER BY tgname;
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'notes_tell';
ALTER TABLE notes DISABLE TRIGGER notes_stamp;
\d notes
UPDATE notes SET title = 'AA' WHERE id = 1;
SELECT id, version FROM notes;
ALTER TABLE notes ENABLE TRIGGER notes_stamp;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) UPDATE notes SET body = 'z' WHERE id = 1;
DROP TRIGGER notes_tell ON notes;
DROP TRIGGER notes_tell ON notes;
DROP TRIGGER IF EXISTS notes_tell ON notes;
-- skipping rows
CREATE FUNCTION no_big() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF length(NEW.body) > 100 THEN RAISE NOTICE 'skipped %', NEW.title; RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER a_no_big BEFORE INSERT ON notes FOR EACH ROW WHEN (NEW.body IS NOT NULL) EXECUTE FUNCTION no_big();
INSERT INTO notes (title, body) VALUES ('big', repeat('b', 200)), ('small', 'b'), ('none', NULL);
CREATE TRIGGER w BEFORE UPDATE ON notes FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp();
\d notes
CREATE TABLE docs (id int PRIMARY KEY, j text);
ALTER TABLE docs ALTER j SET STORAGE EXTERNAL;
INSERT INTO docs SELECT i, repeat('j', 6000) FROM generate_series(1, 3) i;
CREATE TRIGGER z_min BEFORE UPDATE ON docs FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
UPDATE docs SET id = id;
UPDATE docs SET j = j WHERE id = 1;
UPDATE docs SET j = j || '!' WHERE id = 1;
SELECT ctid, id, length(j) FROM docs ORDER BY id;
SELECT lp, t_xmin::text::int > 0 AS x, t_ctid FROM heap_page_items(get_raw_page('docs', 0));
CREATE FUNCTION bad() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE TRIGGER t BEFORE INSERT ON docs EXECUTE FUNCTION bad();
CREATE TRIGGER t BEFORE INSERT ON docs EXECUTE FUNCTION nosuch();
CREATE TRIGGER z_min BEFORE UPDATE ON docs FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE OR REPLACE TRIGGER z_min AFTER UPDATE ON docs FOR EACH STATEMENT EXECUTE FUNCTION tell();
UPDATE docs SET j = 'x' WHERE id = 99;
CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.j := 'f'; END $$;
CREATE TRIGGER f BEFORE INSERT ON docs FOR EACH ROW EXECUTE FUNCTION forget();
INSERT INTO docs VALUES (9, 'x');
DROP FUNCTION forget();
DROP FUNCTION forget() CASCADE;
SELECT stamp();
CREATE TRIGGER v BEFORE INSERT ON nosuch FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no deletes on %', TG_RELNAME; END $$;
CREATE TRIGGER guard BEFORE DELETE ON docs FOR EACH ROW EXECUTE FUNCTION guard();
DELETE FROM docs WHERE id = 1;
DROP TABLE notes, docs;
SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal;
