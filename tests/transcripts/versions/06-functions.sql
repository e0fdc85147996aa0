-- Functions whose results or errors are not the same on all versions.

-- The scale of a power to a whole exponent: 15 counts from the base, later ones from the result.
SELECT 2::numeric ^ 10 AS a, 0.001 ^ 1 AS b, 12345.678 ^ 2 AS c, 2.5 ^ -3 AS d, 0.1 ^ 30 AS e;
SELECT 10.0 ^ 20 AS a, 1.5 ^ 200 AS b, 0.5 ^ 100 AS c, 7::numeric ^ 0 AS d, 0::numeric ^ 5 AS e;
SELECT power(3.14::numeric, 2.000) AS a, pow(123456789::numeric, 3) AS b, 1.000000001 ^ 1000 AS c;
SELECT (-3.5) ^ 3 AS a, (-2)::numeric ^ -2 AS b, 99999.99999 ^ -1 AS c;
SELECT 10::numeric ^ 131071 > 0 AS large;
SELECT 10::numeric ^ 131072;
SELECT 10::numeric ^ 200000;
SELECT 0.1 ^ 20000 AS small;
CREATE TABLE powers AS SELECT i, (i::numeric * 756.125) ^ 1 AS a, (i::numeric / 7) ^ 3 AS b FROM generate_series(1, 4) i;
SELECT i, a, pg_column_size(a), b, pg_column_size(b) FROM powers;

-- Keys that are NULL.
SELECT json_build_object(NULL, 1);
SELECT json_build_object('a', 1, NULL, 2);
SELECT json_object_agg(NULL, 1);
SELECT jsonb_build_object(NULL, 1);
SELECT jsonb_object_agg(NULL::text, 1);

-- Paths of jsonb.
SELECT jsonb_path_query('"x"', '$.double()');
SELECT jsonb_path_query('"1.5"', '$.double()');
SELECT jsonb_path_query('"infinity"', '$.double()');
SELECT jsonb_path_query('"NaN"', '$.double()');
SELECT jsonb_path_query('1e400', '$.double()');
SELECT jsonb_path_query('true', '$.double()');
SELECT '1'::jsonb @@ '$ > $lo';
SELECT '1'::jsonb @? '$ ? (@ > $lo)';
SELECT jsonb_path_query('1', '$ ? (@ > $lo)', '{"lo": 0}');
SELECT jsonb_path_query('1', '$ ? (@ > $lo)', '{}');

-- Nulls of jsonb that are cast.
SELECT 'null'::jsonb::int;
SELECT 'null'::jsonb::numeric;
SELECT ('{"a": null}'::jsonb -> 'a')::boolean;
SELECT 'null'::jsonb::float8;
SELECT '"a"'::jsonb::int;

-- Intervals.
SELECT make_interval(years => 178956971);
SELECT make_interval(months => 2147483647, years => 1);
SELECT make_interval(weeks => 306783379);
SELECT make_interval(days => 2147483647, weeks => -1);
SELECT make_interval(years => 178956970, months => 7);
SELECT timestamp 'infinity' - timestamp 'infinity';
SELECT timestamptz '-infinity' - timestamptz '-infinity';

-- Units of what is infinite.
SELECT date_trunc('day', timestamp 'infinity');
SELECT date_trunc('nothing', timestamp 'infinity');
SELECT date_trunc('epoch', timestamptz '-infinity');
SELECT date_trunc('nothing', timestamp '2020-01-01');
