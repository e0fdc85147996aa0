-- github.com/co-sheet, issue 206: jsonb or text, for a document that is stored and read whole?
CREATE VIEW documents AS
  SELECT i AS id, json_build_object('sheet', i, 'cells', (SELECT json_agg(json_build_array(c, md5((i * 7 + c)::text), c % 10 = 0))
                    FROM generate_series(1, i * 12) c)) AS doc
  FROM generate_series(1, 60) i;
CREATE TABLE as_text (id int PRIMARY KEY, doc text);
CREATE TABLE as_json (id int PRIMARY KEY, doc json);
CREATE TABLE as_jsonb (id int PRIMARY KEY, doc jsonb);
INSERT INTO as_text SELECT id, doc::text FROM documents;
INSERT INTO as_json SELECT id, doc FROM documents;
INSERT INTO as_jsonb SELECT id, doc::jsonb FROM documents;
VACUUM ANALYZE as_text, as_json, as_jsonb;
SELECT t.id, length(t.doc) AS characters, pg_column_size(t.doc) AS text, pg_column_size(j.doc) AS json, pg_column_size(b.doc) AS jsonb
  FROM as_text t JOIN as_json j USING (id) JOIN as_jsonb b USING (id) WHERE t.id IN (1, 2, 5, 10, 20, 40, 60) ORDER BY id;
SELECT relname, pg_table_size(oid) FROM pg_class WHERE relname LIKE 'as\_%' AND relkind = 'r' ORDER BY relname;
SELECT sum(length(doc)) FROM as_text;
SELECT sum(length(doc::text)) FROM as_jsonb;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(length(doc)) FROM as_text;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(length(doc::text)) FROM as_json;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(length(doc::text)) FROM as_jsonb;
