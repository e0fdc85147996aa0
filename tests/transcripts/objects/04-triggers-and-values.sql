-- toasted values and triggers, counted
CREATE TABLE docs (id int PRIMARY KEY, title text, body text, changed int DEFAULT 0);
ALTER TABLE docs ALTER body SET STORAGE EXTERNAL;
CREATE FUNCTION bump() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  NEW.changed := coalesce(OLD.changed, 0) + 1;
  RETURN NEW;
END $f$;
CREATE TRIGGER bump BEFORE UPDATE ON docs FOR EACH ROW EXECUTE FUNCTION bump();
INSERT INTO docs SELECT i, 't' || i, repeat(chr(96 + i), 9000) FROM generate_series(1, 5) i;
SELECT count(*), count(DISTINCT chunk_id), min(chunk_id) FROM pg_toast.pg_toast_16384;
UPDATE docs SET title = upper(title);
SELECT count(*), count(DISTINCT chunk_id), min(chunk_id) FROM pg_toast.pg_toast_16384;
SELECT lp, t_ctid, t_infomask, t_infomask2, t_xmax::text::int > 0 AS xmax FROM heap_page_items(get_raw_page('docs', 0));
UPDATE docs SET body = body || '.' WHERE id = 1;
SELECT id, changed, length(body) FROM docs ORDER BY id;
EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, COSTS OFF) UPDATE docs SET title = 'x' WHERE id = 2;
EXPLAIN (ANALYZE, BUFFERS, WAL, TIMING OFF, SUMMARY OFF, COSTS OFF) UPDATE docs SET title = 'y' WHERE id = 2;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF, FORMAT JSON) UPDATE docs SET title = 'z' WHERE id < 4;
CREATE TABLE history (LIKE docs);
ALTER TABLE history ADD op text, ADD seen int;
CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $f$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM docs;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    INSERT INTO history SELECT OLD.*, TG_OP, n;
    RETURN OLD;
  END IF;
  INSERT INTO history VALUES (NEW.id, NEW.title, NEW.body, NEW.changed, TG_OP, n);
  RETURN NEW;
END $f$;
CREATE TRIGGER keep AFTER INSERT OR UPDATE OR DELETE ON docs FOR EACH ROW EXECUTE FUNCTION keep();
INSERT INTO docs VALUES (6, 'six', 'short'), (7, 'seven', repeat('s', 3000));
DELETE FROM docs WHERE id > 5;
UPDATE docs SET title = 'last' WHERE id = 5;
SELECT id, title, length(body), pg_column_size(body), op, seen FROM history ORDER BY id, op;
INSERT INTO docs VALUES (1, 'dup', 'x') ON CONFLICT (id) DO UPDATE SET title = excluded.title;
INSERT INTO docs VALUES (1, 'dup', 'x') ON CONFLICT DO NOTHING;
SELECT id, title, changed FROM docs WHERE id = 1;
COPY docs (id, title, body) FROM STDIN;
20	copied	text
21	too	more
\.
SELECT op, count(*) FROM history GROUP BY op ORDER BY op;
-- a BEFORE trigger that rewrites, one that refuses
CREATE FUNCTION shorten() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  IF length(NEW.body) > 2000 THEN NEW.body := left(NEW.body, 2000) || '...'; END IF;
  NEW.title = lower(NEW.title);
  RETURN NEW;
END $f$;
CREATE TRIGGER a_shorten BEFORE INSERT OR UPDATE OF body ON docs FOR EACH ROW EXECUTE FUNCTION shorten();
INSERT INTO docs VALUES (30, 'LONG', repeat('l', 5000)) RETURNING id, title, length(body);
UPDATE docs SET title = 'KEPT' WHERE id = 30 RETURNING title;
UPDATE docs SET body = repeat('m', 3000) WHERE id = 30 RETURNING title, length(body), changed;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RETURN NULL; END $f$;
CREATE TRIGGER refuse BEFORE DELETE ON docs FOR EACH ROW WHEN (old.id = 30) EXECUTE FUNCTION refuse();
DELETE FROM docs WHERE id >= 20 RETURNING id;
CREATE TRIGGER wrong BEFORE INSERT ON docs FOR EACH ROW WHEN (old.id = 30) EXECUTE FUNCTION refuse();
CREATE TRIGGER wrong BEFORE INSERT ON docs WHEN (new.id = 30) EXECUTE FUNCTION refuse();
CREATE TRIGGER wrong BEFORE UPDATE OF nosuch ON docs FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER wrong INSTEAD OF INSERT ON docs FOR EACH ROW EXECUTE FUNCTION refuse();
ALTER TABLE docs DISABLE TRIGGER nosuch;
ALTER TABLE docs DISABLE TRIGGER ALL;
DELETE FROM docs WHERE id = 30;
ALTER TABLE docs ENABLE ALWAYS TRIGGER keep;
\d docs
SELECT tgname, tgenabled, pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgrelid = 'docs'::regclass ORDER BY 1;
BEGIN;
CREATE TRIGGER gone AFTER INSERT ON docs EXECUTE FUNCTION keep();
ROLLBACK;
SELECT count(*) FROM pg_trigger WHERE tgname = 'gone';
\df keep
