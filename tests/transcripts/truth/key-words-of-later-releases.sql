-- Words that later releases made key words are quoted where they are names
SELECT quote_ident(w), format('%I', w) FROM unnest(ARRAY['json', 'json_array', 'json_value', 'json_object', 'system_user', 'merge_action', 'jsonb', 'json_table', 'json_agg']) w;
CREATE TABLE docs (id int, json jsonb, json_array int[]);
CREATE INDEX ON docs ((json ->> 'a'));
CREATE INDEX ON docs (json_array);
CREATE VIEW texts AS SELECT id, json ->> 'a' AS json_value, json FROM docs WHERE json IS NOT NULL;
SELECT pg_get_viewdef('texts');
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'docs'::regclass ORDER BY 1;
\d docs
\d+ texts
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE json ->> 'a' = 'x' AND json ? 'b';
EXPLAIN (COSTS OFF, VERBOSE) SELECT json, json_array FROM docs;
ALTER TABLE docs ADD CHECK (json <> '{}');
INSERT INTO docs VALUES (1, '{}');
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'docs'::regclass;
