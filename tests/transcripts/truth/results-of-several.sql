-- psql's \gset, \gexec and \crosstabview take the last of several results; the others are printed.
SELECT 1 AS a\; SELECT 2 AS b \gset
\echo :a :b
SELECT 3 AS c\; SELECT 4 AS d, 5 AS e \gset p_
\echo :p_c :p_d :p_e
SELECT 1 AS a\; SELECT 2/0 AS bb \gset
\echo :a :bb
CREATE TABLE g (a int)\; SELECT 7 AS c7 \gset
\echo :c7
SELECT 8 AS c8\; INSERT INTO g VALUES (1) \gset
\echo :c8
SELECT 9 AS c9\; SELECT 10 AS c10 WHERE false \gset
\echo :c9
SELECT 'x'\; SELECT 'SELECT ' || g FROM generate_series(1, 2) g \gexec
SELECT 1 AS v\; SELECT 1 AS v, 2 AS h, 3 AS x \crosstabview
SELECT 1 AS a\; SELECT 2 AS b \gx
-- Which is the last one, is not known before the others are there.
\set SHOW_ALL_RESULTS off
SELECT 1 AS a\; SELECT 2 AS b;
SELECT 1 AS a\; INSERT INTO g VALUES (2);
INSERT INTO g VALUES (3)\; SELECT count(*) FROM g;
\set SHOW_ALL_RESULTS on
-- Set by the last result alone.
INSERT INTO g VALUES (4), (5) RETURNING a;
\echo :LASTOID :ROW_COUNT :ERROR :SQLSTATE
