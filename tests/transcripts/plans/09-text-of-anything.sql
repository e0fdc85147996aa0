SELECT 'a' || true, false || 'x', 'a' || 1.50, 'n' || NULL::int, 'd' || date '2024-01-01', 'x' || 'ab'::char(5) || 'y', concat('a', true, 1), format('%s', true), true::text, 'arr' || ARRAY[1,2]::text, 1 || 'a', 'j' || '{"a":1}'::jsonb;
SELECT string_agg(x::text, ',') FROM (VALUES (true), (false)) v(x);
CREATE TABLE t (id int, b boolean);
INSERT INTO t VALUES (1, true);
SELECT 'v=' || b FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT 'v=' || b, id || 'x' FROM t;
DO $$ DECLARE b boolean := true; s text; BEGIN s := 'is ' || b; RAISE NOTICE '% %', s, b; END $$;
