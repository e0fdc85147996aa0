\set ECHO all
\timing off
SET default_toast_compression = 'pglz';
CREATE TABLE logs (id bigserial PRIMARY KEY, ts timestamptz DEFAULT '2024-01-01 00:00:00+00', payload jsonb NOT NULL, tags text[]);
CREATE INDEX ON logs USING btree ((payload->>'user'));
CREATE INDEX logs_ts_idx ON logs (ts DESC) WHERE (payload->>'level') = 'error';
\d logs
INSERT INTO logs (payload, tags)
SELECT jsonb_build_object('user', 'u' || (g % 7), 'level', CASE WHEN g % 5 = 0 THEN 'error' ELSE 'info' END, 'msg', repeat(md5(g::text), g % 100), 'nested', jsonb_build_object('a', g, 'b', ARRAY[g, g + 1, g + 2])),
       ARRAY(SELECT 't' || i FROM generate_series(1, g % 4) i)
FROM generate_series(1, 500) g;
SELECT count(*), avg(pg_column_size(payload))::int, max(pg_column_size(payload)), min(pg_column_size(payload)) FROM logs;
SELECT width_bucket(pg_column_size(payload), 0, 4000, 8) AS b, count(*) FROM logs GROUP BY b ORDER BY b;
ANALYZE logs;
EXPLAIN SELECT * FROM logs WHERE payload->>'user' = 'u3';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT sum(length(payload->>'msg')) FROM logs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM logs WHERE payload @> '{"level": "error"}';
EXPLAIN (COSTS OFF) SELECT payload->'user', count(*) FROM logs GROUP BY 1 ORDER BY 2 DESC;
SELECT payload->>'user' AS usr, count(*), sum(octet_length(payload::text)) FROM logs GROUP BY 1 ORDER BY 1;
SELECT jsonb_object_keys(payload) AS k, count(*) FROM logs GROUP BY 1 ORDER BY 1;
UPDATE logs SET payload = payload || '{"seen": true}' WHERE id % 2 = 0;
UPDATE logs SET payload = jsonb_set(payload, '{nested,b,0}', '"first"') WHERE id <= 10;
UPDATE logs SET payload = payload - 'msg' WHERE id BETWEEN 480 AND 490;
SELECT id, payload #>> '{nested,b}' FROM logs WHERE id <= 3 ORDER BY id;
SELECT n_tup_ins, n_tup_upd, n_tup_hot_upd, n_dead_tup FROM pg_stat_user_tables WHERE relname = 'logs';
VACUUM logs;
SELECT pg_relation_size('logs') AS main, pg_relation_size('logs', 'fsm') AS fsm, pg_relation_size('logs', 'vm') AS vm;
SELECT jsonb_pretty(payload) FROM logs WHERE id = 485;
SELECT id, jsonb_path_query_array(payload, '$.nested.b[*] ? (@ > 100)') FROM logs WHERE id IN (99, 100, 101);
SELECT id, tags, array_length(tags, 1), pg_column_size(tags) FROM logs WHERE id IN (1,2,3,4) ORDER BY id;
DELETE FROM logs WHERE payload->>'level' = 'info';
VACUUM logs;
SELECT count(*) FROM logs;
SELECT pg_size_pretty(pg_total_relation_size('logs'));
REINDEX TABLE logs;
CLUSTER logs USING logs_pkey;
SELECT pg_size_pretty(pg_total_relation_size('logs'));
COPY (SELECT id, payload->>'user', tags FROM logs ORDER BY id LIMIT 3) TO STDOUT WITH (FORMAT csv, HEADER);
COPY (SELECT id, payload->'nested' FROM logs ORDER BY id LIMIT 3) TO STDOUT;
CREATE TABLE logs2 (LIKE logs INCLUDING ALL);
\d+ logs2
INSERT INTO logs2 SELECT * FROM logs LIMIT 10;
TABLE logs2 LIMIT 0;
SELECT relname, pg_relation_filepath(oid) IS NOT NULL FROM pg_class WHERE relname ~ '^logs2?$' ORDER BY 1;
