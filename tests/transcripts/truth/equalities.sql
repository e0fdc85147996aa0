-- Equalities of every type: joins, classes of three, with constants, semi-joins and anti-joins.
CREATE TYPE mood AS ENUM ('a', 'b', 'c');
CREATE TYPE pair AS (n int, t text);
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN word AS text;
SET timezone = 'UTC';
CREATE TABLE a0 AS SELECT g AS id, (g::int2)::int2 AS v FROM generate_series(1, 6) g;
CREATE TABLE b0 AS SELECT g AS id, (g::int2)::int2 AS v FROM generate_series(4, 9) g;
CREATE TABLE a1 AS SELECT g AS id, (g::int8)::int8 AS v FROM generate_series(1, 6) g;
CREATE TABLE b1 AS SELECT g AS id, (g::int8)::int8 AS v FROM generate_series(4, 9) g;
CREATE TABLE a2 AS SELECT g AS id, (g::numeric)::numeric AS v FROM generate_series(1, 6) g;
CREATE TABLE b2 AS SELECT g AS id, (g::numeric)::numeric AS v FROM generate_series(4, 9) g;
CREATE TABLE a3 AS SELECT g AS id, (g::float4)::float4 AS v FROM generate_series(1, 6) g;
CREATE TABLE b3 AS SELECT g AS id, (g::float4)::float4 AS v FROM generate_series(4, 9) g;
CREATE TABLE a4 AS SELECT g AS id, (g::float8)::float8 AS v FROM generate_series(1, 6) g;
CREATE TABLE b4 AS SELECT g AS id, (g::float8)::float8 AS v FROM generate_series(4, 9) g;
CREATE TABLE a5 AS SELECT g AS id, (g::text)::text AS v FROM generate_series(1, 6) g;
CREATE TABLE b5 AS SELECT g AS id, (g::text)::text AS v FROM generate_series(4, 9) g;
CREATE TABLE a6 AS SELECT g AS id, (g::text)::varchar(9) AS v FROM generate_series(1, 6) g;
CREATE TABLE b6 AS SELECT g AS id, (g::text)::varchar(9) AS v FROM generate_series(4, 9) g;
CREATE TABLE a7 AS SELECT g AS id, (g::text)::bpchar AS v FROM generate_series(1, 6) g;
CREATE TABLE b7 AS SELECT g AS id, (g::text)::bpchar AS v FROM generate_series(4, 9) g;
CREATE TABLE a8 AS SELECT g AS id, (g::text)::char(5) AS v FROM generate_series(1, 6) g;
CREATE TABLE b8 AS SELECT g AS id, (g::text)::char(5) AS v FROM generate_series(4, 9) g;
CREATE TABLE a9 AS SELECT g AS id, (g::text::name)::name AS v FROM generate_series(1, 6) g;
CREATE TABLE b9 AS SELECT g AS id, (g::text::name)::name AS v FROM generate_series(4, 9) g;
CREATE TABLE a10 AS SELECT g AS id, (chr(64+g)::"char")::"char" AS v FROM generate_series(1, 6) g;
CREATE TABLE b10 AS SELECT g AS id, (chr(64+g)::"char")::"char" AS v FROM generate_series(4, 9) g;
CREATE TABLE a11 AS SELECT g AS id, (g::text::bytea)::bytea AS v FROM generate_series(1, 6) g;
CREATE TABLE b11 AS SELECT g AS id, (g::text::bytea)::bytea AS v FROM generate_series(4, 9) g;
CREATE TABLE a12 AS SELECT g AS id, (g % 2 = 0)::bool AS v FROM generate_series(1, 6) g;
CREATE TABLE b12 AS SELECT g AS id, (g % 2 = 0)::bool AS v FROM generate_series(4, 9) g;
CREATE TABLE a13 AS SELECT g AS id, (date '2024-01-01' + g)::date AS v FROM generate_series(1, 6) g;
CREATE TABLE b13 AS SELECT g AS id, (date '2024-01-01' + g)::date AS v FROM generate_series(4, 9) g;
CREATE TABLE a14 AS SELECT g AS id, (time '00:00' + g * interval '1 minute')::time AS v FROM generate_series(1, 6) g;
CREATE TABLE b14 AS SELECT g AS id, (time '00:00' + g * interval '1 minute')::time AS v FROM generate_series(4, 9) g;
CREATE TABLE a15 AS SELECT g AS id, ((time '00:00' + g * interval '1 minute')::timetz)::timetz AS v FROM generate_series(1, 6) g;
CREATE TABLE b15 AS SELECT g AS id, ((time '00:00' + g * interval '1 minute')::timetz)::timetz AS v FROM generate_series(4, 9) g;
CREATE TABLE a16 AS SELECT g AS id, (timestamp '2024-01-01' + g * interval '1 day')::timestamp AS v FROM generate_series(1, 6) g;
CREATE TABLE b16 AS SELECT g AS id, (timestamp '2024-01-01' + g * interval '1 day')::timestamp AS v FROM generate_series(4, 9) g;
CREATE TABLE a17 AS SELECT g AS id, (timestamptz '2024-01-01 00:00+00' + g * interval '1 day')::timestamptz AS v FROM generate_series(1, 6) g;
CREATE TABLE b17 AS SELECT g AS id, (timestamptz '2024-01-01 00:00+00' + g * interval '1 day')::timestamptz AS v FROM generate_series(4, 9) g;
CREATE TABLE a18 AS SELECT g AS id, (g * interval '1 hour')::interval AS v FROM generate_series(1, 6) g;
CREATE TABLE b18 AS SELECT g AS id, (g * interval '1 hour')::interval AS v FROM generate_series(4, 9) g;
CREATE TABLE a19 AS SELECT g AS id, (md5(g::text)::uuid)::uuid AS v FROM generate_series(1, 6) g;
CREATE TABLE b19 AS SELECT g AS id, (md5(g::text)::uuid)::uuid AS v FROM generate_series(4, 9) g;
CREATE TABLE a20 AS SELECT g AS id, (jsonb_build_array(g))::jsonb AS v FROM generate_series(1, 6) g;
CREATE TABLE b20 AS SELECT g AS id, (jsonb_build_array(g))::jsonb AS v FROM generate_series(4, 9) g;
CREATE TABLE a21 AS SELECT g AS id, (ARRAY[g, g+1])::int[] AS v FROM generate_series(1, 6) g;
CREATE TABLE b21 AS SELECT g AS id, (ARRAY[g, g+1])::int[] AS v FROM generate_series(4, 9) g;
CREATE TABLE a22 AS SELECT g AS id, (ARRAY[g::text])::text[] AS v FROM generate_series(1, 6) g;
CREATE TABLE b22 AS SELECT g AS id, (ARRAY[g::text])::text[] AS v FROM generate_series(4, 9) g;
CREATE TABLE a23 AS SELECT g AS id, (ARRAY[g::numeric])::numeric[] AS v FROM generate_series(1, 6) g;
CREATE TABLE b23 AS SELECT g AS id, (ARRAY[g::numeric])::numeric[] AS v FROM generate_series(4, 9) g;
CREATE TABLE a24 AS SELECT g AS id, (g::bit(4))::bit(4) AS v FROM generate_series(1, 6) g;
CREATE TABLE b24 AS SELECT g AS id, (g::bit(4))::bit(4) AS v FROM generate_series(4, 9) g;
CREATE TABLE a25 AS SELECT g AS id, (g::bit(4)::varbit)::varbit AS v FROM generate_series(1, 6) g;
CREATE TABLE b25 AS SELECT g AS id, (g::bit(4)::varbit)::varbit AS v FROM generate_series(4, 9) g;
CREATE TABLE a26 AS SELECT g AS id, (g::oid)::oid AS v FROM generate_series(1, 6) g;
CREATE TABLE b26 AS SELECT g AS id, (g::oid)::oid AS v FROM generate_series(4, 9) g;
CREATE TABLE a27 AS SELECT g AS id, ((CASE g % 2 WHEN 0 THEN 'int4' ELSE 'text' END)::regtype)::regtype AS v FROM generate_series(1, 6) g;
CREATE TABLE b27 AS SELECT g AS id, ((CASE g % 2 WHEN 0 THEN 'int4' ELSE 'text' END)::regtype)::regtype AS v FROM generate_series(4, 9) g;
CREATE TABLE a28 AS SELECT g AS id, ((ARRAY['a','b','c'])[1 + g % 3]::mood)::mood AS v FROM generate_series(1, 6) g;
CREATE TABLE b28 AS SELECT g AS id, ((ARRAY['a','b','c'])[1 + g % 3]::mood)::mood AS v FROM generate_series(4, 9) g;
CREATE TABLE a29 AS SELECT g AS id, (ARRAY['a','b']::mood[])::mood[] AS v FROM generate_series(1, 6) g;
CREATE TABLE b29 AS SELECT g AS id, (ARRAY['a','b']::mood[])::mood[] AS v FROM generate_series(4, 9) g;
CREATE TABLE a30 AS SELECT g AS id, (ROW(g, 'x')::pair)::pair AS v FROM generate_series(1, 6) g;
CREATE TABLE b30 AS SELECT g AS id, (ROW(g, 'x')::pair)::pair AS v FROM generate_series(4, 9) g;
CREATE TABLE a31 AS SELECT g AS id, (g)::positive AS v FROM generate_series(1, 6) g;
CREATE TABLE b31 AS SELECT g AS id, (g)::positive AS v FROM generate_series(4, 9) g;
CREATE TABLE a32 AS SELECT g AS id, (g::text)::word AS v FROM generate_series(1, 6) g;
CREATE TABLE b32 AS SELECT g AS id, (g::text)::word AS v FROM generate_series(4, 9) g;
CREATE TABLE a33 AS SELECT g AS id, (ARRAY[ROW(g, 'x')::pair])::pair[] AS v FROM generate_series(1, 6) g;
CREATE TABLE b33 AS SELECT g AS id, (ARRAY[ROW(g, 'x')::pair])::pair[] AS v FROM generate_series(4, 9) g;
CREATE TABLE a34 AS SELECT g AS id, (('0/' || g)::pg_lsn)::pg_lsn AS v FROM generate_series(1, 6) g;
CREATE TABLE b34 AS SELECT g AS id, (('0/' || g)::pg_lsn)::pg_lsn AS v FROM generate_series(4, 9) g;
CREATE TABLE a35 AS SELECT g AS id, (g::text::xid8)::xid8 AS v FROM generate_series(1, 6) g;
CREATE TABLE b35 AS SELECT g AS id, (g::text::xid8)::xid8 AS v FROM generate_series(4, 9) g;
CREATE TABLE a36 AS SELECT g AS id, (g::text::oidvector)::oidvector AS v FROM generate_series(1, 6) g;
CREATE TABLE b36 AS SELECT g AS id, (g::text::oidvector)::oidvector AS v FROM generate_series(4, 9) g;
ANALYZE;
-- int2
SELECT count(*), sum(x.id), sum(y.id) FROM a0 x JOIN b0 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a0 x, b0 y, a0 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a0 x LEFT JOIN b0 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b0 WHERE id = 5);
SELECT count(*) FROM a0 x WHERE x.v IN (SELECT v FROM b0) AND NOT EXISTS (SELECT 1 FROM b0 y WHERE y.v = x.v AND y.id = 5);
-- int8
SELECT count(*), sum(x.id), sum(y.id) FROM a1 x JOIN b1 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a1 x, b1 y, a1 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a1 x LEFT JOIN b1 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b1 WHERE id = 5);
SELECT count(*) FROM a1 x WHERE x.v IN (SELECT v FROM b1) AND NOT EXISTS (SELECT 1 FROM b1 y WHERE y.v = x.v AND y.id = 5);
-- numeric
SELECT count(*), sum(x.id), sum(y.id) FROM a2 x JOIN b2 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a2 x, b2 y, a2 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a2 x LEFT JOIN b2 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b2 WHERE id = 5);
SELECT count(*) FROM a2 x WHERE x.v IN (SELECT v FROM b2) AND NOT EXISTS (SELECT 1 FROM b2 y WHERE y.v = x.v AND y.id = 5);
-- float4
SELECT count(*), sum(x.id), sum(y.id) FROM a3 x JOIN b3 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a3 x, b3 y, a3 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a3 x LEFT JOIN b3 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b3 WHERE id = 5);
SELECT count(*) FROM a3 x WHERE x.v IN (SELECT v FROM b3) AND NOT EXISTS (SELECT 1 FROM b3 y WHERE y.v = x.v AND y.id = 5);
-- float8
SELECT count(*), sum(x.id), sum(y.id) FROM a4 x JOIN b4 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a4 x, b4 y, a4 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a4 x LEFT JOIN b4 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b4 WHERE id = 5);
SELECT count(*) FROM a4 x WHERE x.v IN (SELECT v FROM b4) AND NOT EXISTS (SELECT 1 FROM b4 y WHERE y.v = x.v AND y.id = 5);
-- text
SELECT count(*), sum(x.id), sum(y.id) FROM a5 x JOIN b5 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a5 x, b5 y, a5 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a5 x LEFT JOIN b5 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b5 WHERE id = 5);
SELECT count(*) FROM a5 x WHERE x.v IN (SELECT v FROM b5) AND NOT EXISTS (SELECT 1 FROM b5 y WHERE y.v = x.v AND y.id = 5);
-- varchar(9)
SELECT count(*), sum(x.id), sum(y.id) FROM a6 x JOIN b6 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a6 x, b6 y, a6 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a6 x LEFT JOIN b6 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b6 WHERE id = 5);
SELECT count(*) FROM a6 x WHERE x.v IN (SELECT v FROM b6) AND NOT EXISTS (SELECT 1 FROM b6 y WHERE y.v = x.v AND y.id = 5);
-- bpchar
SELECT count(*), sum(x.id), sum(y.id) FROM a7 x JOIN b7 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a7 x, b7 y, a7 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a7 x LEFT JOIN b7 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b7 WHERE id = 5);
SELECT count(*) FROM a7 x WHERE x.v IN (SELECT v FROM b7) AND NOT EXISTS (SELECT 1 FROM b7 y WHERE y.v = x.v AND y.id = 5);
-- char(5)
SELECT count(*), sum(x.id), sum(y.id) FROM a8 x JOIN b8 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a8 x, b8 y, a8 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a8 x LEFT JOIN b8 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b8 WHERE id = 5);
SELECT count(*) FROM a8 x WHERE x.v IN (SELECT v FROM b8) AND NOT EXISTS (SELECT 1 FROM b8 y WHERE y.v = x.v AND y.id = 5);
-- name
SELECT count(*), sum(x.id), sum(y.id) FROM a9 x JOIN b9 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a9 x, b9 y, a9 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a9 x LEFT JOIN b9 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b9 WHERE id = 5);
SELECT count(*) FROM a9 x WHERE x.v IN (SELECT v FROM b9) AND NOT EXISTS (SELECT 1 FROM b9 y WHERE y.v = x.v AND y.id = 5);
-- "char"
SELECT count(*), sum(x.id), sum(y.id) FROM a10 x JOIN b10 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a10 x, b10 y, a10 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a10 x LEFT JOIN b10 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b10 WHERE id = 5);
SELECT count(*) FROM a10 x WHERE x.v IN (SELECT v FROM b10) AND NOT EXISTS (SELECT 1 FROM b10 y WHERE y.v = x.v AND y.id = 5);
-- bytea
SELECT count(*), sum(x.id), sum(y.id) FROM a11 x JOIN b11 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a11 x, b11 y, a11 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a11 x LEFT JOIN b11 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b11 WHERE id = 5);
SELECT count(*) FROM a11 x WHERE x.v IN (SELECT v FROM b11) AND NOT EXISTS (SELECT 1 FROM b11 y WHERE y.v = x.v AND y.id = 5);
-- bool
SELECT count(*), sum(x.id), sum(y.id) FROM a12 x JOIN b12 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a12 x, b12 y, a12 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a12 x LEFT JOIN b12 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b12 WHERE id = 5);
SELECT count(*) FROM a12 x WHERE x.v IN (SELECT v FROM b12) AND NOT EXISTS (SELECT 1 FROM b12 y WHERE y.v = x.v AND y.id = 5);
-- date
SELECT count(*), sum(x.id), sum(y.id) FROM a13 x JOIN b13 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a13 x, b13 y, a13 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a13 x LEFT JOIN b13 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b13 WHERE id = 5);
SELECT count(*) FROM a13 x WHERE x.v IN (SELECT v FROM b13) AND NOT EXISTS (SELECT 1 FROM b13 y WHERE y.v = x.v AND y.id = 5);
-- time
SELECT count(*), sum(x.id), sum(y.id) FROM a14 x JOIN b14 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a14 x, b14 y, a14 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a14 x LEFT JOIN b14 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b14 WHERE id = 5);
SELECT count(*) FROM a14 x WHERE x.v IN (SELECT v FROM b14) AND NOT EXISTS (SELECT 1 FROM b14 y WHERE y.v = x.v AND y.id = 5);
-- timetz
SELECT count(*), sum(x.id), sum(y.id) FROM a15 x JOIN b15 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a15 x, b15 y, a15 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a15 x LEFT JOIN b15 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b15 WHERE id = 5);
SELECT count(*) FROM a15 x WHERE x.v IN (SELECT v FROM b15) AND NOT EXISTS (SELECT 1 FROM b15 y WHERE y.v = x.v AND y.id = 5);
-- timestamp
SELECT count(*), sum(x.id), sum(y.id) FROM a16 x JOIN b16 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT * FROM a16 x JOIN b16 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a16 x, b16 y, a16 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a16 x LEFT JOIN b16 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b16 WHERE id = 5);
SELECT count(*) FROM a16 x WHERE x.v IN (SELECT v FROM b16) AND NOT EXISTS (SELECT 1 FROM b16 y WHERE y.v = x.v AND y.id = 5);
-- timestamptz
SELECT count(*), sum(x.id), sum(y.id) FROM a17 x JOIN b17 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a17 x, b17 y, a17 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a17 x LEFT JOIN b17 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b17 WHERE id = 5);
SELECT count(*) FROM a17 x WHERE x.v IN (SELECT v FROM b17) AND NOT EXISTS (SELECT 1 FROM b17 y WHERE y.v = x.v AND y.id = 5);
-- interval
SELECT count(*), sum(x.id), sum(y.id) FROM a18 x JOIN b18 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a18 x, b18 y, a18 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a18 x LEFT JOIN b18 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b18 WHERE id = 5);
SELECT count(*) FROM a18 x WHERE x.v IN (SELECT v FROM b18) AND NOT EXISTS (SELECT 1 FROM b18 y WHERE y.v = x.v AND y.id = 5);
-- uuid
SELECT count(*), sum(x.id), sum(y.id) FROM a19 x JOIN b19 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a19 x, b19 y, a19 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a19 x LEFT JOIN b19 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b19 WHERE id = 5);
SELECT count(*) FROM a19 x WHERE x.v IN (SELECT v FROM b19) AND NOT EXISTS (SELECT 1 FROM b19 y WHERE y.v = x.v AND y.id = 5);
-- jsonb
SELECT count(*), sum(x.id), sum(y.id) FROM a20 x JOIN b20 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a20 x, b20 y, a20 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a20 x LEFT JOIN b20 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b20 WHERE id = 5);
SELECT count(*) FROM a20 x WHERE x.v IN (SELECT v FROM b20) AND NOT EXISTS (SELECT 1 FROM b20 y WHERE y.v = x.v AND y.id = 5);
-- int[]
SELECT count(*), sum(x.id), sum(y.id) FROM a21 x JOIN b21 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT * FROM a21 x JOIN b21 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a21 x, b21 y, a21 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a21 x LEFT JOIN b21 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b21 WHERE id = 5);
SELECT count(*) FROM a21 x WHERE x.v IN (SELECT v FROM b21) AND NOT EXISTS (SELECT 1 FROM b21 y WHERE y.v = x.v AND y.id = 5);
-- text[]
SELECT count(*), sum(x.id), sum(y.id) FROM a22 x JOIN b22 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a22 x, b22 y, a22 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a22 x LEFT JOIN b22 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b22 WHERE id = 5);
SELECT count(*) FROM a22 x WHERE x.v IN (SELECT v FROM b22) AND NOT EXISTS (SELECT 1 FROM b22 y WHERE y.v = x.v AND y.id = 5);
-- numeric[]
SELECT count(*), sum(x.id), sum(y.id) FROM a23 x JOIN b23 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a23 x, b23 y, a23 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a23 x LEFT JOIN b23 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b23 WHERE id = 5);
SELECT count(*) FROM a23 x WHERE x.v IN (SELECT v FROM b23) AND NOT EXISTS (SELECT 1 FROM b23 y WHERE y.v = x.v AND y.id = 5);
-- bit(4)
SELECT count(*), sum(x.id), sum(y.id) FROM a24 x JOIN b24 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a24 x, b24 y, a24 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a24 x LEFT JOIN b24 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b24 WHERE id = 5);
SELECT count(*) FROM a24 x WHERE x.v IN (SELECT v FROM b24) AND NOT EXISTS (SELECT 1 FROM b24 y WHERE y.v = x.v AND y.id = 5);
-- varbit
SELECT count(*), sum(x.id), sum(y.id) FROM a25 x JOIN b25 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT * FROM a25 x JOIN b25 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a25 x, b25 y, a25 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a25 x LEFT JOIN b25 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b25 WHERE id = 5);
SELECT count(*) FROM a25 x WHERE x.v IN (SELECT v FROM b25) AND NOT EXISTS (SELECT 1 FROM b25 y WHERE y.v = x.v AND y.id = 5);
-- oid
SELECT count(*), sum(x.id), sum(y.id) FROM a26 x JOIN b26 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a26 x, b26 y, a26 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a26 x LEFT JOIN b26 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b26 WHERE id = 5);
SELECT count(*) FROM a26 x WHERE x.v IN (SELECT v FROM b26) AND NOT EXISTS (SELECT 1 FROM b26 y WHERE y.v = x.v AND y.id = 5);
-- regtype
SELECT count(*), sum(x.id), sum(y.id) FROM a27 x JOIN b27 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a27 x, b27 y, a27 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a27 x LEFT JOIN b27 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b27 WHERE id = 5);
SELECT count(*) FROM a27 x WHERE x.v IN (SELECT v FROM b27) AND NOT EXISTS (SELECT 1 FROM b27 y WHERE y.v = x.v AND y.id = 5);
-- mood
SELECT count(*), sum(x.id), sum(y.id) FROM a28 x JOIN b28 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT * FROM a28 x JOIN b28 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a28 x, b28 y, a28 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a28 x LEFT JOIN b28 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b28 WHERE id = 5);
SELECT count(*) FROM a28 x WHERE x.v IN (SELECT v FROM b28) AND NOT EXISTS (SELECT 1 FROM b28 y WHERE y.v = x.v AND y.id = 5);
-- mood[]
SELECT count(*), sum(x.id), sum(y.id) FROM a29 x JOIN b29 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a29 x, b29 y, a29 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a29 x LEFT JOIN b29 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b29 WHERE id = 5);
SELECT count(*) FROM a29 x WHERE x.v IN (SELECT v FROM b29) AND NOT EXISTS (SELECT 1 FROM b29 y WHERE y.v = x.v AND y.id = 5);
-- pair
SELECT count(*), sum(x.id), sum(y.id) FROM a30 x JOIN b30 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT * FROM a30 x JOIN b30 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a30 x, b30 y, a30 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a30 x LEFT JOIN b30 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b30 WHERE id = 5);
SELECT count(*) FROM a30 x WHERE x.v IN (SELECT v FROM b30) AND NOT EXISTS (SELECT 1 FROM b30 y WHERE y.v = x.v AND y.id = 5);
-- positive
SELECT count(*), sum(x.id), sum(y.id) FROM a31 x JOIN b31 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a31 x, b31 y, a31 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a31 x LEFT JOIN b31 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b31 WHERE id = 5);
SELECT count(*) FROM a31 x WHERE x.v IN (SELECT v FROM b31) AND NOT EXISTS (SELECT 1 FROM b31 y WHERE y.v = x.v AND y.id = 5);
-- word
SELECT count(*), sum(x.id), sum(y.id) FROM a32 x JOIN b32 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a32 x, b32 y, a32 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a32 x LEFT JOIN b32 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b32 WHERE id = 5);
SELECT count(*) FROM a32 x WHERE x.v IN (SELECT v FROM b32) AND NOT EXISTS (SELECT 1 FROM b32 y WHERE y.v = x.v AND y.id = 5);
-- pair[]
SELECT count(*), sum(x.id), sum(y.id) FROM a33 x JOIN b33 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT * FROM a33 x JOIN b33 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a33 x, b33 y, a33 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a33 x LEFT JOIN b33 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b33 WHERE id = 5);
SELECT count(*) FROM a33 x WHERE x.v IN (SELECT v FROM b33) AND NOT EXISTS (SELECT 1 FROM b33 y WHERE y.v = x.v AND y.id = 5);
-- pg_lsn
SELECT count(*), sum(x.id), sum(y.id) FROM a34 x JOIN b34 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a34 x, b34 y, a34 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a34 x LEFT JOIN b34 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b34 WHERE id = 5);
SELECT count(*) FROM a34 x WHERE x.v IN (SELECT v FROM b34) AND NOT EXISTS (SELECT 1 FROM b34 y WHERE y.v = x.v AND y.id = 5);
-- xid8
SELECT count(*), sum(x.id), sum(y.id) FROM a35 x JOIN b35 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a35 x, b35 y, a35 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a35 x LEFT JOIN b35 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b35 WHERE id = 5);
SELECT count(*) FROM a35 x WHERE x.v IN (SELECT v FROM b35) AND NOT EXISTS (SELECT 1 FROM b35 y WHERE y.v = x.v AND y.id = 5);
-- oidvector
SELECT count(*), sum(x.id), sum(y.id) FROM a36 x JOIN b36 y ON x.v = y.v;
SELECT count(*), sum(x.id), sum(z.id) FROM a36 x, b36 y, a36 z WHERE x.v = y.v AND y.v = z.v AND x.id < 6;
SELECT count(*) FROM a36 x LEFT JOIN b36 y ON x.v = y.v AND y.id > 4 WHERE x.v = (SELECT v FROM b36 WHERE id = 5);
SELECT count(*) FROM a36 x WHERE x.v IN (SELECT v FROM b36) AND NOT EXISTS (SELECT 1 FROM b36 y WHERE y.v = x.v AND y.id = 5);
SELECT count(*), sum(x.id), sum(y.id) FROM a0 x JOIN b1 y ON x.v = y.v;
SELECT count(*) FROM a0 x, b1 y, a0 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a1 x JOIN b2 y ON x.v = y.v;
SELECT count(*) FROM a1 x, b2 y, a1 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a3 x JOIN b4 y ON x.v = y.v;
SELECT count(*) FROM a3 x, b4 y, a3 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a5 x JOIN b6 y ON x.v = y.v;
SELECT count(*) FROM a5 x, b6 y, a5 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a5 x JOIN b9 y ON x.v = y.v;
SELECT count(*) FROM a5 x, b9 y, a5 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a5 x JOIN b7 y ON x.v = y.v;
SELECT count(*) FROM a5 x, b7 y, a5 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a13 x JOIN b16 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT count(*) FROM a13 x, b16 y, a13 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*) FROM a13 x, b16 y, a13 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a16 x JOIN b17 y ON x.v = y.v;
SELECT count(*) FROM a16 x, b17 y, a16 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a5 x JOIN b32 y ON x.v = y.v;
SELECT count(*) FROM a5 x, b32 y, a5 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a31 x JOIN b1 y ON x.v = y.v;
EXPLAIN (COSTS OFF) SELECT count(*) FROM a31 x, b1 y, a31 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*) FROM a31 x, b1 y, a31 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a26 x JOIN b27 y ON x.v = y.v;
SELECT count(*) FROM a26 x, b27 y, a26 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a24 x JOIN b25 y ON x.v = y.v;
SELECT count(*) FROM a24 x, b25 y, a24 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a2 x JOIN b1 y ON x.v = y.v;
SELECT count(*) FROM a2 x, b1 y, a2 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a7 x JOIN b8 y ON x.v = y.v;
SELECT count(*) FROM a7 x, b8 y, a7 z WHERE x.v = y.v AND z.v = y.v;
SELECT count(*), sum(x.id), sum(y.id) FROM a9 x JOIN b6 y ON x.v = y.v;
SELECT count(*) FROM a9 x, b6 y, a9 z WHERE x.v = y.v AND z.v = y.v;
