-- views over toasted tables, as someone exploring storage would write them
CREATE SCHEMA audit;
CREATE TABLE audit.messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, author text, body text COMPRESSION pglz, payload bytea, tags text[], at timestamptz NOT NULL DEFAULT now());
CREATE TABLE people (author text PRIMARY KEY, "Full Name" text);
CREATE VIEW sizes AS
  SELECT m.id, p."Full Name", octet_length(m.body) AS raw, pg_column_size(m.body) AS stored,
         round(100.0 * pg_column_size(m.body) / nullif(octet_length(m.body), 0), 1) AS pct,
         coalesce(pg_column_compression(m.body), 'none') AS method,
         CASE m.author WHEN 'ann' THEN 1 WHEN 'bob' THEN 2 END AS code
  FROM audit.messages m LEFT JOIN people p USING (author);
\d+ sizes
\d sizes
SELECT pg_get_viewdef('sizes'::regclass);
CREATE OR REPLACE VIEW toast_sizes AS
  SELECT c.oid::regclass AS tbl, t.relname AS toast, pg_relation_size(t.oid) AS bytes, s.n_live_tup
  FROM pg_class c
  JOIN pg_class t ON c.reltoastrelid = t.oid
  LEFT JOIN pg_stat_all_tables s ON s.relid = t.oid
  WHERE c.relkind IN ('r', 'm') AND c.relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\_%')
  ORDER BY pg_relation_size(t.oid) DESC, 1;
\d+ toast_sizes
CREATE VIEW arr AS SELECT tags[1] AS first, tags[2:3] AS mid, array_length(tags, 1) AS n, 'a' = ANY (tags) AS has_a, unnest(tags) AS tag, author IS DISTINCT FROM 'x' AS d, (at AT TIME ZONE 'UTC') AS z, at + interval '1 day' AS t1, payload || '\x00'::bytea AS p, author ILIKE '%a' AS il, author !~ '^b' AS re, greatest(id, 3) AS g FROM audit.messages;
\d+ arr
SELECT pg_get_viewdef('arr'::regclass, false);
CREATE VIEW nested AS SELECT s.* FROM sizes s WHERE s.raw > ALL (SELECT stored FROM sizes) AND (s.id, s.raw) IN (SELECT id, raw FROM sizes) AND ROW(s.id, s.raw) < ROW(10, 20);
\d+ nested
CREATE VIEW setops AS (SELECT id FROM sizes LIMIT 2) INTERSECT (SELECT id FROM sizes EXCEPT SELECT 3) OFFSET 1;
\d+ setops
SELECT definition FROM pg_views WHERE viewname = 'setops';
CREATE VIEW three AS SELECT a.id FROM sizes a, sizes b CROSS JOIN people p WHERE a.id = b.id;
\d+ three
CREATE VIEW paren AS SELECT a.id FROM (sizes a JOIN people p ON p.author = a.method) JOIN (sizes b LEFT JOIN people q ON true) ON a.id = b.id;
\d+ paren
SELECT pg_get_viewdef('paren'::regclass);
CREATE VIEW grp AS SELECT date_trunc('month', at) AS month, length(body) % 10 AS k, count(DISTINCT author), bool_and(body IS NULL), min(at)::date FROM audit.messages GROUP BY 1, length(body) % 10 HAVING sum(length(body)) > 100 AND count(*) >= 2 ORDER BY month, 2 DESC;
\d+ grp
CREATE VIEW ord AS SELECT * FROM unnest(ARRAY['a','b'], ARRAY[1,2]) WITH ORDINALITY AS u(x, y, n);
\d+ ord
CREATE VIEW recs AS SELECT r.a, r.b FROM jsonb_to_recordset('[{"a":1,"b":"x"}]') AS r(a int, b text);
\d+ recs
CREATE VIEW lim AS TABLE people ORDER BY author FETCH FIRST 3 ROWS WITH TIES;
\d+ lim
CREATE VIEW tstype AS SELECT '2024-01-01'::date AS d, 1.5 AS n, -3 AS neg, 1e10 AS big, true AS t, 'x'::varchar(10) AS v, '{1,2}'::int[] AS a, '{"a": 1}'::jsonb AS j, E'back\\slash ''q''' AS q, interval '1 hour' AS i, 10000000000 AS l, $$it's$$ AS dq, NULL AS nul;
\d+ tstype
CREATE TABLE "Odd Name" ("A b" int, "select" text, c$d int);
CREATE VIEW "Odd View" AS SELECT "A b", "select", c$d, "A b" AS "Upper" FROM "Odd Name";
\d+ "Odd View"
CREATE VIEW bad AS SELECT nosuch FROM people;
SELECT pg_get_viewdef('people'::regclass);
SELECT pg_get_viewdef(1);
ALTER TABLE people RENAME TO persons;
ALTER VIEW three RENAME COLUMN id TO ident;
\d+ three
SET search_path = audit;
SELECT pg_get_viewdef('public.sizes'::regclass, true);
RESET search_path;
CREATE MATERIALIZED VIEW mat (k, v) AS SELECT id, repeat(body, 2) FROM audit.messages ORDER BY id DESC;
\d+ mat
SELECT matviewname, ispopulated, definition FROM pg_matviews;
SELECT table_name, view_definition FROM information_schema.views WHERE table_schema = 'public' ORDER BY 1 LIMIT 2;
\sv lim
\sv+ lim
