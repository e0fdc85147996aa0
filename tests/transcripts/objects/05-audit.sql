-- a stranger's tour: soft deletes, audit with jsonb, views with security, plans as JSON
CREATE TABLE articles (id bigserial PRIMARY KEY, slug varchar(40) UNIQUE, body text, meta jsonb DEFAULT '{}', deleted boolean NOT NULL DEFAULT false, modified timestamptz);
CREATE TABLE audit_log (id bigserial PRIMARY KEY, tbl name, op text, old_row jsonb, new_row jsonb);
CREATE OR REPLACE FUNCTION audit() RETURNS trigger AS $$
DECLARE
  o jsonb; n jsonb;
BEGIN
  IF TG_OP <> 'INSERT' THEN o := to_jsonb(OLD) - 'body' - 'modified'; END IF;
  IF TG_OP <> 'DELETE' THEN n := to_jsonb(NEW) - 'body' - 'modified'; END IF;
  INSERT INTO audit_log (tbl, op, old_row, new_row) VALUES (TG_TABLE_NAME, TG_OP, o, n);
  RETURN COALESCE(NEW, OLD);
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER articles_audit AFTER INSERT OR UPDATE OR DELETE ON articles FOR EACH ROW EXECUTE FUNCTION audit();
CREATE FUNCTION slugify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.slug IS NULL THEN NEW.slug := 'article-' || NEW.id; END IF;
  NEW.meta := NEW.meta || jsonb_build_object('len', length(NEW.body), 'md5', md5(NEW.body));
  RETURN NEW;
END $$;
CREATE TRIGGER articles_slug BEFORE INSERT OR UPDATE OF body, slug ON articles FOR EACH ROW EXECUTE FUNCTION slugify();
INSERT INTO articles (body) SELECT repeat('lorem ipsum ', 500 * i) FROM generate_series(1, 3) i;
INSERT INTO articles (slug, body) VALUES ('about', 'About us');
UPDATE articles SET deleted = true WHERE slug = 'about';
UPDATE articles SET body = body || '!' WHERE id = 1;
SELECT id, slug, meta, pg_column_size(body) FROM articles ORDER BY id;
SELECT id, tbl, op, old_row->>'deleted' AS o, new_row->>'deleted' AS n, new_row->'meta'->>'len' AS len FROM audit_log ORDER BY id;
DELETE FROM articles WHERE id = 2;
SELECT op, old_row FROM audit_log ORDER BY id DESC LIMIT 1;
CREATE VIEW live AS SELECT id, slug, left(body, 20) AS start, (meta ->> 'len')::int AS len FROM articles WHERE NOT deleted;
CREATE VIEW longest AS SELECT slug, len, rank() OVER (ORDER BY len DESC) AS r FROM live WHERE len IS NOT NULL;
\d+ live
\d+ longest
SELECT * FROM longest;
EXPLAIN (COSTS OFF, FORMAT JSON) SELECT slug FROM live WHERE id = 3;
CREATE FUNCTION guard_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_column_size(NEW.body) > 4000 THEN
    RAISE EXCEPTION 'body of % is too long: % bytes', NEW.slug, octet_length(NEW.body) USING HINT = 'Split it.', ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON articles FOR EACH ROW EXECUTE FUNCTION guard_size();
INSERT INTO articles (body) VALUES (repeat('z', 5000));
UPDATE articles SET slug = 'renamed' WHERE id = 3;
SELECT event_object_table, trigger_name, event_manipulation, action_timing, action_orientation FROM information_schema.triggers ORDER BY 2, 3;
SELECT tgname, tgfoid::regproc, tgrelid::regclass, tgtype & 1 AS row, tgtype & 2 AS before FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1;
CREATE FUNCTION count_stmt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE c bigint;
BEGIN
  SELECT count(*) INTO c FROM articles;
  RAISE INFO '% %: % rows', TG_WHEN, TG_OP, c;
  RETURN NULL;
END $$;
CREATE TRIGGER s1 BEFORE DELETE ON articles FOR EACH STATEMENT EXECUTE FUNCTION count_stmt();
CREATE TRIGGER s2 AFTER DELETE ON articles EXECUTE FUNCTION count_stmt();
DELETE FROM articles WHERE id IN (1, 4);
ALTER TRIGGER s2 ON articles RENAME TO s3;
SELECT tgname FROM pg_trigger WHERE tgrelid = 'articles'::regclass ORDER BY 1;
\dft
ALTER TABLE articles ADD COLUMN extra int;
UPDATE articles SET extra = 1;
SELECT id, slug, extra FROM articles ORDER BY id;
ALTER TABLE articles DROP COLUMN extra;
UPDATE articles SET slug = slug || 'x' RETURNING id, slug;
DROP FUNCTION audit() CASCADE;
DROP VIEW live;
DROP VIEW live CASCADE;
CREATE VIEW cnt AS SELECT count(*) FILTER (WHERE deleted) AS del, max(length(body)) FROM articles;
\d+ cnt
SELECT viewname, definition FROM pg_views WHERE schemaname = 'public';
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT XML) SELECT * FROM cnt;
