-- Variables of psql's that change what is done or shown.
CREATE TABLE c (id int, v text COMPRESSION lz4);
CREATE MATERIALIZED VIEW mv AS SELECT * FROM c;
CREATE INDEX ci ON c (id);
\set HIDE_TOAST_COMPRESSION on
\d+ c
\d+ mv
\dt+ c
\set HIDE_TABLEAM on
\d+ c
\d+ ci
\dt+ c
\set HIDE_TABLEAM off
\set HIDE_TOAST_COMPRESSION off
\d+ c
\set AUTOCOMMIT maybe
\set AUTOCOMMIT off
\echo :AUTOCOMMIT
SELECT pg_current_xact_id_if_assigned() IS NULL AS none;
INSERT INTO c VALUES (1, 'a');
\d c
ROLLBACK;
SHOW transaction_isolation;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SHOW transaction_isolation;
ROLLBACK;
BEGIN;
INSERT INTO c VALUES (2, 'b');
COMMIT;
-- These begin nothing.
/* a comment */ VACUUM c;
vacuum (freeze) c;
CREATE DATABASE other;
  DROP DATABASE other;
REINDEX INDEX CONCURRENTLY ci;
ALTER SYSTEM RESET work_mem;
DISCARD ALL;
SELECT 1;
VACUUM c;
COMMIT;
CREATE INDEX CONCURRENTLY cj ON c (v);
CREATE UNIQUE INDEX CONCURRENTLY ck ON c (v);
DROP INDEX CONCURRENTLY ck;
CLUSTER c USING ci;
COMMIT;
CLUSTER;
SELECT 'INSERT INTO c VALUES (3)' \gexec
\set AUTOCOMMIT on
INSERT INTO c VALUES (4, 'd');
ROLLBACK;
SELECT id FROM c ORDER BY 1;
-- A statement that fails takes back itself only.
\set ON_ERROR_ROLLBACK on
BEGIN;
INSERT INTO c VALUES (5, 'e');
INSERT INTO c VALUES ('x');
INSERT INTO c VALUES (6, 'f');
SAVEPOINT mine;
INSERT INTO c VALUES (7, 'g');
SELECT 1 / 0;
ROLLBACK TO mine;
COMMIT;
SELECT id FROM c ORDER BY 1;
\set ON_ERROR_ROLLBACK interactive
BEGIN;
SELECT 1 / 0;
SELECT 1;
ROLLBACK;
\set ON_ERROR_ROLLBACK sometimes
\set ON_ERROR_ROLLBACK off
SELECT lp, t_xmin::text::int - min(t_xmin::text::int) OVER () AS xmin, t_field3 FROM heap_page_items(get_raw_page('c', 0)) WHERE lp > 3;
