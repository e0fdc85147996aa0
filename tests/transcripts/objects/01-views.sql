CREATE TABLE docs (id serial PRIMARY KEY, name text NOT NULL, body text, meta jsonb, size int, at timestamp DEFAULT now());
CREATE TABLE tags (doc_id int, tag varchar(20));
CREATE VIEW v1 AS SELECT id, name, length(body) AS len FROM docs WHERE size > 10 AND name LIKE 'a%' ORDER BY 1 DESC LIMIT 3;
\d+ v1
SELECT pg_get_viewdef('v1'::regclass);
SELECT pg_get_viewdef('v1', true);
SELECT pg_get_viewdef('v1'::regclass, 80);
CREATE VIEW v2 AS SELECT * FROM docs d JOIN tags t ON t.doc_id = d.id LEFT JOIN v1 USING (id) WHERE d.size IS NOT NULL OR t.tag IN ('a','b');
\d+ v2
SELECT pg_get_viewdef('v2'::regclass);
CREATE VIEW v3(n, total) AS SELECT tag, count(*) FROM tags GROUP BY tag HAVING count(*) > 1 ORDER BY 2 DESC NULLS LAST;
\d+ v3
CREATE VIEW v4 AS WITH big AS (SELECT id, pg_column_size(body) sz FROM docs), r(n) AS MATERIALIZED (SELECT 1) SELECT big.id, CASE WHEN sz > 2000 THEN 'toasted' ELSE 'inline' END AS place, (SELECT max(tag) FROM tags WHERE doc_id = big.id) AS top FROM big, r WHERE EXISTS (SELECT 1 FROM tags t WHERE t.doc_id = big.id) AND id NOT IN (SELECT doc_id FROM tags WHERE tag = 'x');
\d+ v4
SELECT pg_get_viewdef('v4'::regclass);
CREATE VIEW v5 AS SELECT 1 AS a, 'x' AS b UNION ALL SELECT size, name FROM docs UNION SELECT 2, 'z' ORDER BY 1;
\d+ v5
CREATE VIEW v6 AS SELECT g AS i, repeat('x', g) AS r FROM generate_series(1, 10) g;
\d+ v6
CREATE VIEW v7 AS SELECT id, row_number() OVER (PARTITION BY name ORDER BY size DESC) rn, sum(size) OVER w, avg(size) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM docs WINDOW w AS (ORDER BY id);
\d+ v7
CREATE VIEW v8 AS VALUES (1, 'one'), (2, 'two');
\d+ v8
CREATE VIEW v9 AS SELECT DISTINCT ON (name) name, meta->>'k' AS k, meta->'a'->0 AS el, (meta @> '{"x":1}') AS has, size::bigint * 2 AS dbl, coalesce(body, '') || '!' AS b2, substring(body from 1 for 5) AS s, extract(year from at) AS y, at::date AS d FROM docs ORDER BY name, size;
\d+ v9
CREATE VIEW v10 AS SELECT d.id, x.* FROM docs d, LATERAL (SELECT count(*) AS c, max(tag) AS m FROM tags WHERE doc_id = d.id) x;
\d+ v10
CREATE VIEW v11 AS SELECT c.relname, pg_size_pretty(pg_relation_size(c.oid)) AS main, pg_size_pretty(pg_relation_size(c.reltoastrelid)) AS toast FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.reltoastrelid <> 0;
\d+ v11
SELECT definition FROM pg_views WHERE viewname = 'v11';
CREATE VIEW v12 AS SELECT d.id, e.key, e.value FROM docs d CROSS JOIN jsonb_each_text(d.meta) AS e(key, value);
\d+ v12
CREATE VIEW v13 AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t;
\d+ v13
CREATE MATERIALIZED VIEW m1 AS SELECT id, body FROM docs WHERE length(body) > 2000 WITH NO DATA;
\d+ m1
SELECT * FROM pg_matviews;
CREATE VIEW v14 AS SELECT x, y FROM (VALUES (1, 'a'), (2, 'b')) AS t(x, y) WHERE x = ANY (ARRAY[1,2]) AND NOT (y = 'z') AND x BETWEEN 1 AND 3;
\d+ v14
ALTER TABLE docs RENAME COLUMN name TO title;
\d+ v1
CREATE VIEW v15 AS SELECT d FROM docs d;
\d+ v15
CREATE VIEW v16 AS SELECT id FROM docs d FULL JOIN (SELECT doc_id AS id, tag FROM tags) t USING (id);
\d+ v16
CREATE VIEW v17 AS SELECT count(*) FILTER (WHERE size > 1) c, string_agg(title, ',' ORDER BY id) s, array_agg(DISTINCT size) a FROM docs;
\d+ v17
CREATE TEMP VIEW v18 AS SELECT octet_length(body) - 4 * (size + 1) AS e, -size AS neg, size % 2 = 0 AS even, body COLLATE "C" AS c, NULL::text AS n, now() AS t, current_date AS cd, ARRAY[size, id] AS arr, ROW(id, title) AS r FROM docs;
\d+ v18
