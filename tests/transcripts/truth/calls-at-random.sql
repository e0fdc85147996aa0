-- What random calls and programs beside the server found; each line once differed.
-- A path follows an item to its end before it looks at the next one.
SELECT jsonb_path_query_array('[1, 2.50, "x", null, [true]]', '-($)', '{}', true);
SELECT jsonb_path_exists('"2024-02-29"', '-($)'), jsonb_path_exists('[1, "x"]', '$.ceiling()');
SELECT jsonb_path_query('[1, "x"]', '$.ceiling()');
SELECT '-0.10'::jsonb @? 'strict $.**.type().a', '{"a": [1]}'::jsonb @? 'strict $.**{1 to 2}.*';
SELECT jsonb_path_query('{}', 'strict $.**.b ? (@.type() == "number")');
SELECT jsonb_path_query('[1, "2", 3]', 'strict $[*] ? (@ > 1)');
SELECT jsonb_path_query('[1, 5, 3]', 'strict $ ? (@[*] > 4)');
SELECT jsonb_path_query('{"a": {"b": [1, {"b": 2}]}}', '$.**{last}');
-- A variable that is not there is an error, even where errors are silent.
SELECT jsonb_path_exists('[1]', '$ ? (@ >= $lo)', '{}', true);
SELECT jsonb_path_query('[1, 2, 3]', '$[0.7]'), jsonb_path_query('[1, 2, 3]', '$[last - 1]');
-- A part of an array with a NULL keeps the bitmap, and what is made of it too.
SELECT pg_column_size(('{a,b,NULL}'::text[])[1:2]) AS part, pg_column_size('{a,b}'::text[]) AS made;
SELECT pg_column_size(trim_array('{a,b,NULL}'::text[], 1)), pg_column_size(trim_array('{a,b,c}'::text[], 1));
CREATE TABLE arrays (id int, whole text[], part text[]);
INSERT INTO arrays (id, whole) VALUES (1, '{a,b,NULL}'), (2, '{a,b,c}');
UPDATE arrays SET part = whole[1:2];
SELECT id, part, pg_column_size(part), pg_column_size(part || '{c}'::text[]) FROM arrays ORDER BY id;
SELECT lp, lp_len, t_infomask FROM heap_page_items(get_raw_page('arrays', 0)) WHERE lp > 2;
SELECT '[0:1]={5,6}'::int[] || '{{1,2},{3,4}}'::int[];
SELECT array_agg(a) FROM (VALUES ('{1}'::int[]), ('{}')) v(a);
-- Limits and fields.
SELECT date_trunc('epoch', interval '1 day');
SELECT date_trunc('julian', timestamp '2024-02-29');
SELECT make_date(-2147483648, 100, 1);
SELECT make_timestamp(-2, 13, 1, 0, 0, 0);
SELECT make_time(24, 100, 0);
SELECT interval '1 day' / 'NaN'::float8;
SELECT interval '1 mon 3 days' / 1e-300;
SELECT power('-2.5'::float8, 'NaN'), cosd(1e300), right('abc', -2147483648);
SELECT 'infinity'::timestamptz::timetz, (-7)::"char", (-7)::"char"::text;
SELECT to_char(interval '36 hours', 'HH24:MI'), to_char(interval '36 hours', 'day');
SELECT to_date('', 'YYYY-MM-DD'), to_date('2024 Feb 9', 'YYYY Mon DD'), to_date('%b', 'MONTH');
SELECT pg_column_size(translate(t, 'a', 'b')) FROM (SELECT part[1] FROM arrays) v(t);
SELECT NULL::anyenum;
-- A hash table that grows keeps the block its first buckets were in.
CREATE TABLE grows (id int, filler text);
INSERT INTO grows SELECT i, repeat(i || ' ', 300) FROM generate_series(1, 232) i;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) SELECT id FROM grows GROUP BY id;
-- An index on an expression is always built anew when its column's type changes, and so is a partial one.
CREATE TABLE typed (id int PRIMARY KEY, c0 varchar(4000));
INSERT INTO typed SELECT i, repeat('x', i) FROM generate_series(1, 500) i;
CREATE INDEX ON typed (c0);
CREATE INDEX ON typed (length(c0));
CREATE INDEX ON typed (id) WHERE length(c0) > 3;
CREATE INDEX ON typed (id);
ALTER TABLE typed ALTER COLUMN c0 TYPE text;
SELECT relname, relfilenode = oid AS own_file, relpages, reltuples FROM pg_class WHERE relname LIKE 'typed%' ORDER BY oid;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT count(*) FROM typed WHERE length(c0) = 77;
CREATE TABLE twice (id int, c0 varchar(4000), c1 int);
CREATE INDEX ON twice ((c0 || 'x'));
CREATE INDEX ON twice ((c1 + 1));
ALTER TABLE twice ALTER COLUMN c0 TYPE varchar;
ALTER TABLE twice ALTER COLUMN c0 TYPE text, ALTER COLUMN c1 TYPE bigint;
SELECT relname, rank() OVER (ORDER BY oid) FROM pg_class WHERE relname LIKE 'twice%' AND relkind = 'i';
