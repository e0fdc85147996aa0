-- A single row of VALUES that is inserted is a SELECT list: sets of rows may stand in it.
CREATE TABLE t (id bigint, v text, d int DEFAULT 7);
INSERT INTO t VALUES (generate_series(1, 5), 'x');
SELECT count(*), min(id), max(id), min(d) FROM t;
INSERT INTO t VALUES (generate_series(1, 3), repeat('ab', 1000)) RETURNING id, length(v), d;
INSERT INTO t (v, id) VALUES (md5('a'), generate_series(10, 12));
SELECT id, length(v) FROM t ORDER BY 1, 2;
INSERT INTO t VALUES (generate_series(1, 2), 'a'), (3, 'b');
VALUES (generate_series(1, 3), 'z');
-- several sets go side by side, the shorter ones are NULL at their ends
INSERT INTO t VALUES (generate_series(1, 3), unnest(ARRAY['p', 'q']), DEFAULT) RETURNING *;
INSERT INTO t VALUES (generate_series(1, 2) * 10, 'n' || generate_series(7, 8)::text) RETURNING *;
-- as many as the column's default is asked
CREATE TABLE s (id serial, n int, j jsonb);
INSERT INTO s (n, j) VALUES (generate_series(1, 4), jsonb_build_object('k', generate_series(1, 2))) RETURNING *;
INSERT INTO s VALUES (DEFAULT, generate_series(1, 2), DEFAULT) RETURNING *;
-- none at all
INSERT INTO s (n) VALUES (generate_series(1, 0)) RETURNING *;
INSERT INTO s (n) VALUES (unnest('{}'::int[]));
-- with ON CONFLICT, and within WITH
CREATE TABLE u (id int PRIMARY KEY, v text);
INSERT INTO u VALUES (generate_series(1, 4), 'a') ON CONFLICT DO NOTHING;
INSERT INTO u VALUES (generate_series(3, 6), 'b') ON CONFLICT (id) DO UPDATE SET v = excluded.v || u.id RETURNING id, v;
WITH n AS (INSERT INTO u VALUES (generate_series(7, 9), 'c') RETURNING id) SELECT sum(id) FROM n;
EXPLAIN (COSTS OFF) INSERT INTO u VALUES (generate_series(20, 22), 'd');
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO u VALUES (generate_series(20, 22), 'd');
-- where else a set may not stand
INSERT INTO u VALUES (1, coalesce(generate_series(1, 2)::text, 'x'));
INSERT INTO u VALUES (1, CASE WHEN true THEN generate_series(1, 2)::text END);
UPDATE u SET v = generate_series(1, 2)::text;
INSERT INTO u VALUES (count(*), 'x');
