-- Every pair of types under the set operations: which type comes out, how the values look in it, and
-- which of the values are equal there.
SET extra_float_digits = 1;
SET timezone = 'UTC';
CREATE DOMAIN percent AS int CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN word AS varchar(8);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE TABLE kinds (n int, expression text);
INSERT INTO kinds SELECT row_number() OVER (), e FROM unnest(ARRAY[
  $$NULL$$, $$'1'$$, $$true$$, $$'1'::"char"$$, $$'1'::name$$, $$'1'::text$$, $$'1'::varchar$$, $$'1'::varchar(4)$$,
  $$'1'::char(3)$$, $$'1'::word$$, $$'\x31'::bytea$$, $$1::int2$$, $$1$$, $$1::int8$$, $$1::float4$$, $$1::float8$$,
  $$1.0$$, $$1.00::numeric(6,2)$$, $$1::percent$$, $$1::oid$$, $$'pg_class'::regclass$$, $$'int4'::regtype$$,
  $$'(1,1)'::tid$$, $$'0/1'::pg_lsn$$, $$'2000-01-01'::date$$, $$'12:00'::time$$, $$'12:00+01'::timetz$$,
  $$'2000-01-01'::timestamp$$, $$'2000-01-01'::timestamp(0)$$, $$'2000-01-01'::timestamptz$$, $$'1 day'::interval$$,
  $$'[1]'::json$$, $$'[1]'::jsonb$$, $$'$'::jsonpath$$,
  $$'00000000-0000-0000-0000-000000000001'::uuid$$, $$B'1'$$, $$B'1'::varbit$$, $$'(1,1)'::point$$, $$'ok'::mood$$, $$row(1, 'x'::text)$$, $$row(1, 'x')::pair$$,
  $$ARRAY[1]$$, $$ARRAY[1]::int8[]$$, $$ARRAY[1.0]$$, $$ARRAY[1]::float8[]$$, $$ARRAY['1']$$, $$ARRAY['1']::varchar[]$$,
  $$'1'::int2vector$$, $$'1'::oidvector$$, $$'{1}'::oid[]$$]) e;
CREATE FUNCTION rows_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
BEGIN
  EXECUTE 'SELECT count(*) || '' '' || coalesce(string_agg(pg_typeof(x)::text || '' '' || coalesce(x::text, ''NULL''), '', '' ORDER BY x::text), '''') FROM ('
    || query || ') s(x)' INTO answer;
  RETURN answer;
EXCEPTION WHEN others THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
SELECT a.expression AS a, b.expression AS b, rows_of(format('SELECT %s UNION ALL SELECT %s', a.expression, b.expression)) AS "UNION ALL"
FROM kinds a, kinds b ORDER BY a.n, b.n;
SELECT a.expression AS a, b.expression AS b, rows_of(format('SELECT %s UNION SELECT %s', a.expression, b.expression)) AS "UNION",
  rows_of(format('SELECT %s INTERSECT SELECT %s', a.expression, b.expression)) AS "INTERSECT",
  rows_of(format('SELECT %s EXCEPT SELECT %s', a.expression, b.expression)) AS "EXCEPT"
FROM kinds a, kinds b
WHERE rows_of(format('SELECT %s UNION ALL SELECT %s', a.expression, b.expression)) LIKE '2%'
ORDER BY a.n, b.n;
