-- jsonb corner
\pset null '(null)'
CREATE TABLE j (id serial, d jsonb);
INSERT INTO j (d) VALUES ('{"a": {"b": [1, 2, {"c": "deep"}]}, "n": 1.50, "t": true, "z": null}'), ('[1, "two", [3]]'), ('"str"'), ('1e3');
SELECT id, jsonb_typeof(d), pg_column_size(d), d FROM j;
SELECT d #>> '{a,b,2,c}', d -> 'n', d ->> 'z', d @> '{"t": true}', d ? 'a' FROM j WHERE id = 1;
SELECT key, value FROM j, jsonb_each(d) WHERE id = 1;
SELECT jsonb_path_query(d, '$.a.b[*] ? (@.type() == "number")') FROM j WHERE id = 1;
SELECT jsonb_pretty(d) FROM j WHERE id = 1;
UPDATE j SET d = jsonb_set(d, '{a,b,0}', '"one"') WHERE id = 1 RETURNING d;
UPDATE j SET d['k'] = '{"x": [null]}' WHERE id = 1 RETURNING d;
SELECT d - 'a', d #- '{k,x}', d || '{"n": 2}' FROM j WHERE id = 1;
SELECT jsonb_agg(d ORDER BY id), jsonb_object_agg(id, jsonb_typeof(d)) FROM j;
SELECT jsonb_strip_nulls(d), jsonb_array_length(d -> 'a' -> 'b') FROM j WHERE id = 1;
INSERT INTO j (d) SELECT jsonb_object_agg('key' || i, repeat(chr(96 + i), i * 200)) FROM generate_series(1, 20) i;
SELECT id, pg_column_size(d), octet_length(d::text), pg_column_compression(d) FROM j ORDER BY id DESC LIMIT 1;
SELECT jsonb_object_keys(d) AS k FROM j WHERE id = 5 ORDER BY length(jsonb_object_keys(d)), 1 LIMIT 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT d ->> 'key3' FROM j WHERE id = 5;
SELECT * FROM jsonb_to_record('{"a": 1, "b": "x", "c": [1,2]}') AS x(a int, b text, c int[]);
SELECT * FROM jsonb_populate_recordset(NULL::j, '[{"id": 7, "d": {"q": 1}}, {"id": 8}]');
SELECT jsonb_path_exists('{"a": [1,2,3]}', '$.a[*] ? (@ > $m)', '{"m": 2}'), '{"a": 1}'::jsonb @@ '$.a == 1';
SELECT d FROM j WHERE d @> '"str"';
SELECT to_jsonb(j) -> 'id', row_to_json(j) FROM j WHERE id = 3;
SELECT '{"b": 1, "a": 2, "b": 3}'::jsonb, '{"b": 1, "a": 2, "b": 3}'::json, pg_column_size('{"b": 1, "a": 2}'::jsonb);
SELECT '{"a": }'::jsonb;
SELECT '{"a": "\u0000"}'::jsonb;
SELECT jsonb '[1,2]' -> -1, jsonb '{"a":1}' < jsonb '{"a":2}', jsonb_build_object('a', 1, 'b');
