CREATE TABLE t (id int PRIMARY KEY, v text, n numeric, d date, ts timestamptz, j jsonb);
INSERT INTO t VALUES (1, 'a', 2.5, '2020-01-02', now(), '{"a":1}');
EXPLAIN (VERBOSE, COSTS OFF) SELECT bit_length(v), lpad(v, 5), rpad(v, 5), round(n), trunc(n), log(n), log10(n) FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT date_part('year', d), age(ts), d + 1, 1 + d, interval '1 day' + ts, interval '1 day' + d FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT quote_literal(id), quote_nullable(id), v || id, id || v, substring(v, 'a', '#'), substring(v similar 'a' escape '#') FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT obj_description(id, 'pg_class'), col_description(id, 1), pg_relation_size('t') FROM t;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE bit_length(v) > 3 AND round(n) = 3 AND lpad(v, 3) = 'x' AND date_part('year', d) = 3;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE jsonb_set(j, '{a}', '1') = '{}' AND jsonb_path_exists(j, '$.a');
EXPLAIN (COSTS OFF) SELECT round(n), count(*) FROM t GROUP BY 1 ORDER BY round(n);
EXPLAIN (COSTS OFF) SELECT jsonb_set(j, '{a}', '1'), count(*) FROM t GROUP BY 1 ORDER BY 1;
CREATE INDEX ON t (round(n), bit_length(v), jsonb_set(j, '{a}', '1'));
\d t
CREATE VIEW w AS SELECT round(n), bit_length(v), jsonb_set(j, '{a}', '1'), pg_relation_size('t'), date_part('year', d) FROM t;
\d+ w
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE round(n) = 3;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE round(n) = 3;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE round(n) = 3 AND jsonb_set(j, '{a}', '1') = '{}' AND bit_length(v) = 3;
EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM jsonb_path_query('{}', '$');
EXPLAIN (VERBOSE, COSTS OFF) SELECT t.id, x FROM t, jsonb_path_query(j, '$') x;
EXPLAIN (VERBOSE, COSTS OFF) SELECT jsonb_path_query(j, '$') x, make_interval(days => id), make_interval(1, 2) FROM t;
EXPLAIN (VERBOSE, COSTS OFF) UPDATE t SET j = jsonb_set(j, '{a}', '2') WHERE id = 1;
EXPLAIN (VERBOSE, COSTS OFF) SELECT json_populate_record(t, '{"id":1}'), jsonb_populate_record(t, '{"id":1}') FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM json_populate_recordset(NULL::t, '[{"id":1}]');
CREATE FUNCTION f(a int, b int DEFAULT 7, c text DEFAULT 'x') RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN a; END $$;
EXPLAIN (VERBOSE, COSTS OFF) SELECT f(id), f(id, 2), f(id, c => 'q') FROM t;
CREATE FUNCTION g(a int, b int DEFAULT 7, c text DEFAULT 'x') RETURNS int LANGUAGE sql AS $$ SELECT a + b $$;
EXPLAIN (VERBOSE, COSTS OFF) SELECT g(id), g(id, 2), g(id, c => 'q') FROM t;
CREATE INDEX ON t (f(id));
CREATE FUNCTION ff(a int, b int DEFAULT 7, c text DEFAULT 'x') RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN a; END $$;
CREATE TABLE tt (id int, j jsonb, iv interval DEFAULT make_interval(days => 3, years => 1), CHECK (ff(id, c => 'q') > 0), g int GENERATED ALWAYS AS (ff(id)) STORED);
\d tt
CREATE VIEW ww AS SELECT ff(id), ff(id, 2), ff(id, c => 'q'), ff(c => 'z', a => id), make_interval(secs => 2.5), make_interval(1), jsonb_path_query(j, '$.a', silent => true) q, jsonb_path_exists(j, '$.a', '{}') FROM tt;
\d+ ww
SELECT pg_get_viewdef('ww');
CREATE INDEX ON tt (ff(id)), ON x;
CREATE INDEX ON tt (ff(id, c => 'q')) WHERE ff(id) > 1;
\d tt
INSERT INTO tt (id, j) VALUES (1, '{"a": 1}'), (2, NULL);
SELECT * FROM ww;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM tt WHERE ff(id, c => 'q') = 1 AND ff(id) > 1;
EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM ww;
EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM ff(1, c => 'r');
CREATE TABLE u AS SELECT ff(id) FROM tt;
CREATE MATERIALIZED VIEW mv AS SELECT ff(b => 2, a => id) FROM tt;
\d+ mv
CREATE VIEW w2 AS SELECT * FROM ff(3) AS x, generate_series(1, ff(2, b => 1)) y WHERE ff(a => x) > 0 ORDER BY ff(y);
\d+ w2
CREATE FUNCTION vr(a int, VARIADIC b int[] DEFAULT '{}') RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a';
CREATE VIEW w3 AS SELECT vr(1), vr(1, 2, 3), vr(1, VARIADIC '{4}'), vr(a => 1), vr(b => '{1}', a => 2);
CREATE VIEW w4 AS SELECT vr(1), vr(1, 2, 3), vr(1, VARIADIC '{4}'), vr(a => 1);
\d+ w4
SELECT * FROM w4;
EXPLAIN (VERBOSE, COSTS OFF) SELECT vr(id), vr(id, VARIADIC '{4}') FROM tt;
CREATE VIEW w5 AS SELECT ff("a" => 1, "B" => 2);
ALTER TABLE tt ALTER iv SET DEFAULT make_interval(hours => 3);
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'tt'::regclass ORDER BY adnum;
SELECT pg_get_function_sqlbody('ff'::regproc);
SELECT json_populate_record(NULL::tt, '{"id": 5}'), json_populate_record(NULL::tt, '{"id": 5}', true), json_populate_record(base => NULL::tt, from_json => '{"id": 6}');
SELECT * FROM json_populate_recordset(NULL::tt, '[{"id": 5}, {"id": 7}]', true);
SELECT age(timestamp '2020-01-01') > '1 day', pg_relation_size('tt'), pg_relation_size('tt', 'main');
