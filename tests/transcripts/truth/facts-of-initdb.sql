-- What initdb makes besides tables: roles, schemas and databases with what is granted on them.
SELECT oid, rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls, rolconnlimit, rolpassword, rolvaliduntil FROM pg_authid;
SELECT * FROM pg_roles ORDER BY rolname;
SELECT count(*) FROM pg_roles WHERE rolname LIKE 'pg\_%';
\du
SELECT nspname, nspacl FROM pg_namespace WHERE nspname !~ '^pg_t' ORDER BY 1;
CREATE SCHEMA mine;
SELECT nspname, nspowner::regrole, nspacl IS NULL FROM pg_namespace WHERE nspname IN ('mine', 'public') ORDER BY 1;
\dn
\dn+
SELECT datname, datacl FROM pg_database ORDER BY 1;
SELECT datname, pg_database_size(datname) BETWEEN 6000000 AND 9000000 FROM pg_database ORDER BY 1;
SELECT pg_database_size(1) > 0, pg_database_size(4) > 0;
SELECT pg_database_size(99999);
SELECT pg_database_size('nowhere');
CREATE SCHEMA theirs AUTHORIZATION nobody;
CREATE SCHEMA mine AUTHORIZATION nobody;
CREATE SCHEMA AUTHORIZATION nobody;
CREATE SCHEMA IF NOT EXISTS mine AUTHORIZATION postgres;
GRANT CONNECT ON DATABASE nowhere TO nobody;
GRANT USAGE ON SCHEMA nowhere TO nobody;
GRANT SELECT ON nowhere TO nobody;
REVOKE CREATE ON SCHEMA nowhere FROM nobody;
REVOKE ALL ON DATABASE nowhere FROM PUBLIC;
GRANT USAGE ON SCHEMA mine TO nobody;
-- Columns whose type has no comparison of its own: pg_node_tree has that of text.
CREATE TABLE t (a int, b text DEFAULT 'x');
CREATE INDEX ON t (lower(b)) WHERE a > 0;
CREATE INDEX ON t (a);
SELECT i.relname, ix.indpred IS NULL, count(*) FROM pg_index ix JOIN pg_class i ON i.oid = ix.indexrelid
  WHERE ix.indrelid = 't'::regclass GROUP BY i.relname, ix.indpred, ix.indexprs ORDER BY 1;
SELECT DISTINCT indpred IS NULL FROM pg_index WHERE indrelid = 't'::regclass ORDER BY 1;
SELECT count(DISTINCT adbin) FROM pg_attrdef WHERE adrelid = 't'::regclass;
-- An extension goes with its views.
CREATE EXTENSION pg_buffercache;
DROP EXTENSION pg_buffercache;
CREATE EXTENSION pg_buffercache;
DROP EXTENSION pg_buffercache CASCADE;
SELECT count(*) FROM pg_class WHERE relname LIKE 'pg_buffercache%';
-- An array has the type modifier that all its elements have.
CREATE TABLE edges (f varchar(5), t varchar(5), p numeric(6,2), q numeric(6,2));
INSERT INTO edges VALUES ('A', 'B', 1.5, 2.5), ('B', 'C', 2, 3);
CREATE TABLE made AS SELECT ARRAY[f, t] AS same, ARRAY[f, 'x'] AS mixed, ARRAY[p, q] AS money, ARRAY[[p], [q]] AS deep, ARRAY[p, 1] AS other FROM edges;
\d made
WITH RECURSIVE w AS (SELECT f, t, ARRAY[f, t] AS path FROM edges UNION ALL SELECT w.f, e.t, path || e.t FROM w JOIN edges e ON e.f = w.t) SELECT * FROM w;
WITH RECURSIVE w AS (SELECT f, t, ARRAY[f, t]::text[] AS path FROM edges UNION ALL SELECT w.f, e.t, path || e.t::text FROM w JOIN edges e ON e.f = w.t) SELECT * FROM w ORDER BY path;
CREATE VIEW v AS SELECT ARRAY[f, t] AS a, ARRAY[p, q] AS b FROM edges;
\d v
