-- How psql prints.
SELECT 1 AS a, 'text' AS b, NULL AS c, true AS d, 1.50 AS e;
\x
SELECT 1 AS a, 'text' AS b, NULL AS c;
\x
\pset null '(null)'
SELECT NULL AS n, '' AS empty;
\a
SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4;
\t
SELECT 1 AS a, 2 AS b;
\a
\t
\pset border 2
SELECT 'a' AS x, 10 AS y;
\pset border 1
\set name 'O''Brien'
SELECT :'name' AS who;
\set n 3
SELECT :n * 2 AS six, :"n" FROM (SELECT 1 AS "3") t;
\echo the name is :name
SELECT 'first line' || chr(10) || 'second' AS lines, 5 AS n;
SELECT 'Zürich' AS städte, '日本' AS wide, 12345 AS number;
SELECT generate_series(1, 3) AS i, 'x' || generate_series(1, 3) AS s;
SELECT 'SELECT ' || i || ' AS n' FROM generate_series(1, 2) i \gexec
SELECT 10 AS ten, 'twenty' AS twenty \gset v_
\echo :v_ten :v_twenty
\if true
SELECT 'yes' AS branch;
\else
SELECT 'no' AS branch;
\endif
SELECT 1 AS one, 2 AS two \gx
\pset format unaligned
SELECT 1 AS a, 'b|c' AS b;
\pset format aligned
\pset title 'A title'
SELECT 1;
\pset title
\pset footer off
SELECT 1;
\pset footer on
SELECT FROM generate_series(1, 2);
SELECT 1 WHERE false;
SELECT '\x00ff'::bytea, B'101', 'a'::char(3), ARRAY[1,NULL,3], ARRAY['a b', 'c,d', NULL], ROW(1, 'x y', NULL), '{"a": 1}'::json;
SELECT 1e300::float8, 0.1::float4, 1/3::float8, 'NaN'::float8, 1e-7, 123456789012345678901234567890, 1e20::float8, 12345.678::float4;
SHOW server_version;
SHOW work_mem;
SET work_mem = '8MB';
SHOW work_mem;
RESET work_mem;
SHOW shared_buffers;
SELECT current_setting('block_size'), current_database(), current_user, current_schema;
\dx
