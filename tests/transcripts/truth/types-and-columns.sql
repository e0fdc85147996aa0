-- types, domains and columns of all kinds
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN posint AS int CHECK (VALUE > 0);
CREATE TYPE addr AS (street text, zip int);
CREATE TABLE people (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, m mood DEFAULT 'ok', n posint, a addr, tags text[], doc jsonb, len int GENERATED ALWAYS AS (length(name)) STORED);
\d people
\d+ people
INSERT INTO people (name, n, a, tags, doc) SELECT 'p' || g, g, ROW('street ' || g, g)::addr, ARRAY['a' || g, 'b'], jsonb_build_object('k', repeat('x', g * 300)) FROM generate_series(1, 10) g;
SELECT id, name, m, n, a, tags, pg_column_size(doc), len FROM people ORDER BY id;
SELECT (a).street, (a).zip FROM people WHERE (a).zip % 2 = 0;
UPDATE people SET a.zip = 99 WHERE id = 3 RETURNING id, a;
INSERT INTO people (name, n) VALUES ('x', -1);
INSERT INTO people (id, name) VALUES (5, 'x');
INSERT INTO people (name, len) VALUES ('x', 5);
INSERT INTO people (name, m) VALUES ('x', 'angry');
UPDATE people SET id = 7 WHERE id = 1;
UPDATE people SET len = DEFAULT WHERE id = 1;
INSERT INTO people (id, name) OVERRIDING SYSTEM VALUE VALUES (100, 'forced') RETURNING *;
SELECT m, count(*) FROM people GROUP BY m ORDER BY m;
SELECT enum_range(NULL::mood), enum_first('ok'::mood), enum_last(NULL::mood);
ALTER TYPE mood ADD VALUE 'great' AFTER 'happy';
\dT+ mood
\dT
SELECT enumlabel, enumsortorder FROM pg_enum ORDER BY 2;
ALTER TYPE mood RENAME VALUE 'ok' TO 'fine';
SELECT DISTINCT m FROM people;
DROP TYPE mood;
DROP DOMAIN posint;
DROP TYPE mood CASCADE;
\d people
SELECT attname, atttypid::regtype, attstorage, attcompression, attlen, attalign, attisdropped FROM pg_attribute WHERE attrelid = 'people'::regclass ORDER BY attnum;
SELECT column_name, data_type, is_nullable, column_default, is_identity, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'people' ORDER BY ordinal_position;
SELECT t_ctid, lp_len, t_infomask2, t_infomask, t_hoff, t_bits FROM heap_page_items(get_raw_page('people', 0));
