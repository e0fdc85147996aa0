CREATE TABLE p (id int, name text);
INSERT INTO p VALUES (1,'a'),(2,'b');
SELECT json_agg(t) FROM (SELECT id, name FROM p LIMIT 2) t;
SELECT x FROM (VALUES (1,'a'),(2,'b')) x(n, s);
SELECT to_jsonb(e) FROM jsonb_each('{"a":1}') e;
WITH c AS MATERIALIZED (SELECT * FROM p) SELECT row_to_json(c) FROM c;
SELECT p.id, (SELECT jsonb_agg(q) FROM (SELECT id FROM p p2 WHERE p2.id >= p.id ORDER BY id) q) FROM p ORDER BY id;
SELECT g FROM generate_series(1,2) g;
