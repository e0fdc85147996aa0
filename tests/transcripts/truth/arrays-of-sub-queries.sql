-- ARRAY(SELECT ...) of arrays has one dimension more.
CREATE TABLE a (id int, v int[], t text[]);
INSERT INTO a VALUES (1, '{1,2}', '{a,b}'), (2, '{3,4}', '{c,NULL}'), (3, '{5}', '{}');
SELECT array(SELECT v FROM a WHERE id < 3 ORDER BY id), array(SELECT t FROM a WHERE id < 3 ORDER BY id DESC), array(SELECT v FROM a WHERE false), array(SELECT array(SELECT ARRAY[[g, h], [h, g]] FROM generate_series(1, 2) h) FROM generate_series(1, 2) g);
SELECT id, array(SELECT b.v || a.id FROM a b WHERE b.id <> 3), array(SELECT b.id FROM a b WHERE b.id <= a.id), array(SELECT b.t FROM a b WHERE b.id < a.id) FROM a ORDER BY id;
SELECT array(SELECT v FROM a);
SELECT array(SELECT t FROM a ORDER BY id DESC);
SELECT array(SELECT NULL::int[]);
SELECT array(SELECT indkey FROM pg_index WHERE indrelid = 'pg_class'::regclass AND indisprimary), pg_typeof(array(SELECT indkey FROM pg_index));
SELECT array(SELECT ARRAY[[[[[[1]]]]]]);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
SELECT array(SELECT 'ok'::mood), array(SELECT ARRAY['ok', 'sad']::mood[] FROM generate_series(1, 2)), (SELECT array(SELECT x::mood WHERE x <> '') FROM (VALUES ('sad')) v(x));
SELECT enum_range('sad', 'ok');
SELECT enum_first('sad');
SELECT enum_range(NULL, 'ok'::mood), enum_last(NULL::mood);
