-- A column to itself
CREATE TABLE orders (id int PRIMARY KEY, state text, doc jsonb);
INSERT INTO orders
SELECT i, 'new', (SELECT jsonb_object_agg('line' || j,
                                          md5(i || ' ' || j))
                  FROM generate_series(1, 500) AS j)
FROM generate_series(1, 20) AS i;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'orders' \gset
SELECT max(chunk_id) AS last FROM :toast \gset
UPDATE orders SET state = 'paid', doc = doc WHERE id = 1;
SELECT count(*) FILTER (WHERE chunk_id > :last) AS written
FROM :toast;

-- The same document, sent
SELECT doc AS sent FROM orders WHERE id = 1 \gset
UPDATE orders SET state = 'sent', doc = :'sent' WHERE id = 1;
SELECT count(*) FILTER (WHERE chunk_id > :last) AS written
FROM :toast;

-- What it logs
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE orders SET state = 'packed' WHERE id = 2;
SELECT doc AS sent FROM orders WHERE id = 2 \gset
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE orders SET state = 'gone', doc = :'sent' WHERE id = 2;

-- Only where it differs
SELECT state AS was, doc AS sent FROM orders WHERE id = 2 \gset
EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE orders SET state = :'was', doc = :'sent'
WHERE id = 2
  AND (state, doc) IS DISTINCT FROM (:'was', :'sent'::jsonb);

-- In the database
CREATE FUNCTION same_doc() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.doc = OLD.doc THEN
    NEW.doc := OLD.doc;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER same_doc BEFORE UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION same_doc();
SELECT max(chunk_id) AS last FROM :toast \gset
SELECT doc AS sent FROM orders WHERE id = 3 \gset
UPDATE orders SET state = 'late', doc = :'sent' WHERE id = 3;
SELECT count(*) FILTER (WHERE chunk_id > :last) AS written
FROM :toast;

-- Exercise: profiles that are saved
CREATE TABLE profiles (id int PRIMARY KEY, visits int, about text);
ALTER TABLE profiles ALTER about SET STORAGE EXTERNAL;
INSERT INTO profiles
SELECT i, 0, repeat('about ', 1000) FROM generate_series(1, 10) AS i;
CREATE PROCEDURE save() LANGUAGE plpgsql AS $$
DECLARE
  p profiles;
BEGIN
  FOR p IN SELECT * FROM profiles LOOP
    UPDATE profiles SET visits = p.visits + 1, about = p.about || ''
    WHERE id = p.id;
  END LOOP;
END $$;
