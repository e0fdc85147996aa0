-- Draws a sample of a table and prints it as a script that `toastscope advise` and the page read: the table with its
-- storage settings, then the rows. It reads only. For PostgreSQL 14 and newer:
--
--   psql -X -q -v table=orders -f sample.sql > orders.sql
--
--   -v rows=5000          at most so many rows
--   -v method=BERNOULLI   rows are drawn one by one, which reads the whole table; SYSTEM draws pages, which is quick
\set ON_ERROR_STOP on
\pset format unaligned
\pset tuples_only on
SET client_encoding = 'UTF8';
SET datestyle = 'ISO, MDY';
SET extra_float_digits = 1;
\if :{?rows}
\else
\set rows 5000
\endif
\if :{?method}
\else
\set method SYSTEM
\endif
-- How many rows it has, by the server's own estimate or, where that is missing or small, counted; and which share to draw.
SELECT reltuples::bigint AS table_rows, reltuples < 100000 AS is_small FROM pg_class WHERE oid = :'table'::regclass
\gset
\if :is_small
SELECT count(*) AS table_rows FROM :table
\gset
\endif
SELECT least(100, 120.0 * :rows / greatest(1, :table_rows)) AS share
\gset
-- Types that a server of another kind may not have are read as text.
SELECT string_agg(quote_ident(attname) || CASE WHEN known THEN '' ELSE '::text' END, ', ' ORDER BY attnum) AS columns,
  string_agg('  ' || quote_ident(attname) || ' ' || type, E',\n' ORDER BY attnum) AS definitions,
  coalesce(string_agg(format(E'ALTER TABLE %s ALTER %I SET STORAGE %s;\n', attrelid::regclass, attname,
    CASE attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END), '' ORDER BY attnum)
    FILTER (WHERE known AND attstorage <> typstorage), '') ||
  coalesce(string_agg(format(E'ALTER TABLE %s ALTER %I SET COMPRESSION lz4;\n', attrelid::regclass, attname), '' ORDER BY attnum)
    FILTER (WHERE attlen = -1 AND typstorage <> 'p' AND
      (attcompression = 'l' OR attcompression = '' AND current_setting('default_toast_compression') = 'lz4')), '') AS settings
FROM (SELECT a.*, t.typstorage, t.known, CASE WHEN t.known THEN format_type(a.atttypid, a.atttypmod) ELSE 'text' END AS type
  FROM pg_attribute a, LATERAL (SELECT typstorage, typnamespace = 'pg_catalog'::regnamespace AS known
    FROM pg_type WHERE oid = a.atttypid) t
  WHERE a.attrelid = :'table'::regclass AND a.attnum > 0 AND NOT a.attisdropped) q
\gset
SELECT coalesce(' WITH (' || string_agg(option, ', ') || ')', '') AS options
FROM (SELECT unnest(reloptions) AS option FROM pg_class WHERE oid = :'table'::regclass) q
WHERE option LIKE 'toast_tuple_target=%' OR option LIKE 'fillfactor=%'
\gset
\echo -- toastscope: :table_rows rows in the table
SELECT 'CREATE SCHEMA IF NOT EXISTS ' || quote_ident(nspname) || ';' FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE c.oid = :'table'::regclass AND nspname <> 'public' AND NOT pg_table_is_visible(c.oid);
SELECT format(E'CREATE TABLE %s (\n%s\n)%s;\n%sCOPY %s FROM stdin;', oid::regclass, :'definitions', :'options', :'settings', oid::regclass)
FROM pg_class WHERE oid = :'table'::regclass;
-- Some more are drawn than asked for. Which of them stay is left to chance, since those drawn first are the table's first;
-- they are printed in the table's order.
COPY (SELECT :columns FROM (SELECT tableoid AS toastscope_table, ctid AS toastscope_place, * FROM :table
  TABLESAMPLE :method (:share) ORDER BY random() LIMIT :rows) q ORDER BY toastscope_table, toastscope_place) TO STDOUT;
\echo '\\.'
