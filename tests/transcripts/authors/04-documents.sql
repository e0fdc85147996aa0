CREATE TABLE events (id bigserial PRIMARY KEY, payload jsonb NOT NULL);
INSERT INTO events (payload) VALUES
 ('{"type": "click", "user": {"id": 1, "name": "Ann"}, "tags": ["a","b"], "value": 10.5}'),
 ('{"type": "view", "user": {"id": 2, "name": "Bob"}, "tags": [], "value": null}'),
 ('{"type": "click", "user": {"id": 1, "name": "Ann"}, "value": 20}');
SELECT payload->>'type' AS type, count(*), sum((payload->>'value')::numeric) FROM events GROUP BY 1 ORDER BY 1;
SELECT id, jsonb_path_query(payload, '$.user.name') FROM events;
SELECT id FROM events WHERE payload @? '$.tags[*] ? (@ == "a")';
SELECT id FROM events WHERE jsonb_path_exists(payload, '$.value ? (@ > 15)');
SELECT jsonb_path_query_first(payload, '$.tags[last]') FROM events WHERE id = 1;
SELECT jsonb_path_query('[1,2,3,{"a":4}]', '$[*].a');
SELECT jsonb_path_query('{"a":[1,2,3]}', '$.a.size()'), jsonb_path_query('{"a":"x"}', '$.a.type()');
SELECT * FROM jsonb_to_record('{"a":1,"b":[1,2],"c":"x"}') AS x(a int, b int[], c text);
SELECT e.id, u.* FROM events e, jsonb_to_record(e.payload->'user') AS u(id int, name text);
SELECT * FROM json_populate_recordset(null::events, '[{"id":9,"payload":{"x":1}}]');
SELECT jsonb_array_elements_text('["x","y"]'), jsonb_array_elements('[1,2]');
SELECT key, value, jsonb_typeof(value) FROM events, jsonb_each(payload) WHERE id = 1 ORDER BY key;
SELECT jsonb_strip_nulls(payload) FROM events WHERE id = 2;
SELECT payload - 'tags' - 'user' FROM events WHERE id = 1;
SELECT payload #- '{user,name}' FROM events WHERE id = 1;
SELECT jsonb_insert(payload, '{tags,0}', '"new"') FROM events WHERE id = 1;
SELECT jsonb_agg(payload->'type'), jsonb_object_agg(id, payload->>'type') FROM events;
CREATE INDEX idx_events_type ON events ((payload->>'type'));
\d events
SELECT pg_column_size(payload), pg_column_size(payload::text), pg_column_size(payload::json) FROM events;
SELECT payload['user']['name'], payload['tags'][0] FROM events WHERE id = 1;
UPDATE events SET payload['user']['name'] = '"Zed"' WHERE id = 3 RETURNING payload;
SELECT row_to_json(e), to_jsonb(e) FROM events e WHERE id = 2;
SELECT json_build_array(1,'a',null), json_object('{a,1,b,2}'), jsonb_build_object('k', array[1,2]);
SELECT '{"a":1}'::jsonb || '{"b":2}', '[1]'::jsonb || '2', '{"a":1}'::jsonb = '{"a":1.0}'::jsonb, '{"a":1}'::json->'a';
SELECT jsonb_pretty(payload) FROM events WHERE id = 2;
SELECT '{"a": 1, "a": 2}'::json, '{"a": 1, "a": 2}'::jsonb, '{"bb":1,"a":2}'::jsonb;
SELECT payload ?| array['tags','x'], payload ?& array['type','value'] FROM events ORDER BY id;
SELECT * FROM jsonb_each_text('{"a":1,"b":null}');
SELECT jsonb_path_query_array(payload, '$.*') FROM events WHERE id=2;
SELECT count(*) FROM events WHERE payload @@ '$.user.id == 1';
SELECT '1'::jsonb < '"a"'::jsonb, '[1,2]'::jsonb <@ '[1,2,3]'::jsonb, jsonb_array_length('[1,2]');
SELECT '{"a":'::jsonb;
SELECT ('{"a":"5"}'::jsonb->'a')::int;
