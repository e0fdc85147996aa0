-- An array that array_append or a variable of PL/pgSQL gives is in its expanded form: it goes to a row with a header of four
-- bytes. An array that was in a tuple in between, or that is a constant, gets a header of one byte.
CREATE TABLE tags (id int, a text[], b int[]);
CREATE FUNCTION shown() RETURNS TABLE (id int, lp_len int, a int, b int) LANGUAGE sql AS $$
  SELECT t.id, h.lp_len::int, pg_column_size(t.a), pg_column_size(t.b) FROM tags t
    JOIN heap_page_items(get_raw_page('tags', 0)) h ON h.t_ctid = t.ctid ORDER BY 1 $$;
INSERT INTO tags VALUES (1, '{x}', '{1,2}'), (2, ARRAY['x', 'y'], ARRAY[1]), (3, NULL, '{}');
INSERT INTO tags VALUES (4, array_append(ARRAY['x'], 'y'), array_prepend(1, ARRAY[2]));
INSERT INTO tags VALUES (5, ARRAY['x'] || 'y'::text, 1 || ARRAY[2]), (6, ARRAY['x'] || ARRAY['y'], array_cat(ARRAY[1], ARRAY[2]));
INSERT INTO tags VALUES (7, array_append(NULL, 'y'::text), array_append('{}'::int[], 3));
INSERT INTO tags VALUES (8, array_remove(array_append('{a,b}'::text[], 'c'), 'b'), (array_append('{1,2,3}'::int[], 4))[2:3]);
SELECT * FROM shown();
UPDATE tags SET a = a || 'new'::text;
SELECT * FROM shown();
UPDATE tags SET b = b || 5 WHERE id < 3;
UPDATE tags SET id = id WHERE id = 4;
SELECT * FROM shown();
UPDATE tags SET a[2] = 'second', b[1] = 100;
SELECT * FROM shown();
TRUNCATE tags;
INSERT INTO tags SELECT g, array_append('{}'::text[], 'v' || g), array_append(ARRAY[g], g) FROM generate_series(1, 3) g;
INSERT INTO tags SELECT g, array_append('{}'::text[], 'v' || g), array_append(ARRAY[g], g) FROM generate_series(4, 6) g ORDER BY g DESC;
INSERT INTO tags SELECT * FROM (SELECT g, array_append('{}'::text[], 'v' || g), array_append(ARRAY[g], g) FROM generate_series(7, 9) g ORDER BY 3) s;
INSERT INTO tags SELECT * FROM (SELECT g, array_append('{}'::text[], 'v' || g), array_append(ARRAY[g], g) FROM generate_series(10, 12) g OFFSET 0) s;
WITH w AS MATERIALIZED (SELECT 13 AS g, array_append('{}'::text[], 'v') AS t, array_append(ARRAY[1], 2) AS n) INSERT INTO tags SELECT * FROM w;
INSERT INTO tags SELECT 14, (SELECT array_append('{}'::text[], 'v')), ARRAY(SELECT 1);
INSERT INTO tags SELECT 15, max(array_append('{}'::text[], 'v')), array_agg(1);
INSERT INTO tags SELECT DISTINCT 16, array_append('{}'::text[], 'v' || g), array_append(ARRAY[1], 2) FROM generate_series(1, 2) g;
INSERT INTO tags SELECT 17, CASE WHEN g = 1 THEN array_append('{}'::text[], 'v' || g) END, coalesce(array_append(ARRAY[g], 2)) FROM generate_series(1, 2) g;
INSERT INTO tags VALUES (18, array_append('{}'::varchar(5)[], 'abc')::text[], array_append('{}'::bigint[], 1)::int[]);
INSERT INTO tags SELECT 19, array_append('{}'::text[], 'u' || g), NULL FROM generate_series(1, 1) g UNION ALL SELECT 20, array_append('{}'::text[], 'u' || g), NULL FROM generate_series(1, 2) g;
SELECT * FROM shown();
TRUNCATE tags;
DO $$
DECLARE t text[] := '{a}'; n int[] := ARRAY[1];
BEGIN
  FOR i IN 1..8 LOOP
    INSERT INTO tags VALUES (i, t, n);
  END LOOP;
  t := t || 'b'::text;
  n[2] := 5;
  INSERT INTO tags VALUES (9, t, n);
  EXECUTE 'INSERT INTO tags VALUES (12, $1, $2)' USING t, n;
END $$;
SELECT * FROM shown();
CREATE FUNCTION make(n int) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE r int[] := '{}';
BEGIN
  FOR i IN 1..n LOOP r := r || i; END LOOP;
  RETURN r;
END $$;
CREATE FUNCTION same(a text[]) RETURNS text[] LANGUAGE plpgsql AS $$ BEGIN RETURN a; END $$;
CREATE FUNCTION direct(a text[]) RETURNS text[] LANGUAGE plpgsql AS $$ BEGIN RETURN a || 'z'::text; END $$;
CREATE FUNCTION plain(a text[]) RETURNS text[] LANGUAGE sql AS $$ SELECT array_append(a, 'z') $$;
CREATE FUNCTION stable_one(a text[]) RETURNS text[] LANGUAGE sql VOLATILE AS $$ SELECT 1; SELECT array_append(a, 'z') $$;
TRUNCATE tags;
INSERT INTO tags VALUES (1, same('{p}'), make(3)), (2, direct('{p}'), make(0));
INSERT INTO tags SELECT g, plain('{q}'), make(g) FROM generate_series(3, 4) g;
INSERT INTO tags SELECT g, stable_one('{q}'), (SELECT make(g)) FROM generate_series(5, 6) g;
INSERT INTO tags SELECT g, same(array_agg(g::text)), make(g) FROM generate_series(7, 8) g GROUP BY g;
SELECT * FROM shown();
CREATE FUNCTION before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id > 2 THEN NEW.a := NEW.a || 'trigger'::text; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER b BEFORE INSERT OR UPDATE ON tags FOR EACH ROW EXECUTE FUNCTION before();
TRUNCATE tags;
INSERT INTO tags SELECT g, array_append('{}'::text[], 'v'), array_append(ARRAY[g], 1) FROM generate_series(1, 4) g;
SELECT * FROM shown();
UPDATE tags SET b = b || 7;
SELECT * FROM shown();
DROP TRIGGER b ON tags;
CREATE INDEX ON tags (b);
CREATE INDEX ON tags (a, b);
INSERT INTO tags SELECT g, array_append('{}'::text[], 'v'), array_append(ARRAY[g], 1) FROM generate_series(5, 6) g;
SELECT itemlen FROM bt_page_items('tags_b_idx', 1);
SELECT itemlen FROM bt_page_items('tags_a_b_idx', 1);
SELECT * FROM tags WHERE b = ARRAY[5, 1];
UPDATE tags SET b = b || '{}'::int[], a = array_append(a, 'w') WHERE id = 5;
SELECT lp, lp_len, t_infomask2 & 49152 AS hot FROM heap_page_items(get_raw_page('tags', 0));
CREATE TABLE made AS SELECT 1 AS id, array_append(ARRAY[1], 2) AS b, array_append(ARRAY['x'], 'y') AS a;
SELECT lp_len FROM heap_page_items(get_raw_page('made', 0));
SELECT pg_column_size(array_append(ARRAY[1], 2)), pg_column_size(ROW(array_append(ARRAY[1], 2)));
CREATE TABLE wide (id int, a text[], b int[]);
INSERT INTO wide SELECT 1, array_append('{}'::text[], repeat('x', 3000)), array_append(ARRAY[1], 2);
INSERT INTO wide SELECT 2, array_append('{}'::text[], (SELECT string_agg(md5(g::text), '') FROM generate_series(1, 200) g)), array_append(ARRAY[1], 2);
SELECT lp, lp_len, t_data IS NOT NULL FROM heap_page_items(get_raw_page('wide', 0));
SELECT id, pg_column_size(a), pg_column_size(b) FROM wide;
UPDATE wide SET b = b || 3;
SELECT lp, lp_len FROM heap_page_items(get_raw_page('wide', 0));
PREPARE p AS INSERT INTO made VALUES (2, $1, $2);
EXECUTE p (array_append(ARRAY[1], 2), array_append(ARRAY['x'], 'y'));
SELECT lp_len FROM heap_page_items(get_raw_page('made', 0));
INSERT INTO made SELECT id, b, a FROM made WHERE id = 1 RETURNING pg_column_size(b), pg_column_size(a);
INSERT INTO made SELECT 3, array_append(b, 9), a || a FROM made WHERE id = 1 RETURNING pg_column_size(b), pg_column_size(a);
SELECT lp_len FROM heap_page_items(get_raw_page('made', 0));
