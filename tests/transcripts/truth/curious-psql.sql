-- \gdesc, print options and variables that are checked, and how wide records are
CREATE TABLE t (id int, v varchar(7));
SELECT 1/0 AS x \gdesc
SELEC \gdesc
SELECT $1, $2::int \gdesc
SELECT nope FROM t \gdesc
SELECT * FROM t WHERE id = $1 \gdesc
INSERT INTO t VALUES (1, 'a') RETURNING id, v AS w \gdesc
INSERT INTO t VALUES (1, 'a') \gdesc
INSERT INTO nope VALUES (1, 'a') \gdesc
WITH x AS (INSERT INTO t VALUES (2, 'b') RETURNING *) SELECT * FROM x \gdesc
SELECT count(*) FROM t;
SELECT FROM t \gdesc
VALUES (1, 'a'), (2, 'b') \gdesc
TABLE t \gdesc
SELECT 1 AS "A b", now(), '1'::numeric(5,2) \gdesc
\gdesc
(SELECT 1 AS x) UNION ALL SELECT 2 ORDER BY 1 \gdesc
SELECT 1 AS a, 2 AS a \gdesc
SELECT 'x' AS s, NULL AS n, ARRAY[1,2] AS r, ROW(1,2) \gdesc
\echo :ROW_COUNT :ERROR :SQLSTATE :LAST_ERROR_MESSAGE
SELECT 1; \gdesc
BEGIN;
SELECT nope \gdesc
SELECT 1 \gdesc
ROLLBACK;
SELECT 1 AS a \g (format=csv
SELECT 2 AS b \g
\r
SELECT 1 AS a \g (format=csv) 
SELECT 1 AS a \g (format=a)
\r
SELECT 1 AS a \g (border=2 nope=3)
\r
SELECT 1 AS a \g (footer=off border=2)
SELECT 1 AS a \gx (border=2)
\pset format a
\pset format u
\pset format ''
\pset format c
\pset format w
\pset format ali
\pset format x
\pset pager
\pset pager always
\pset pager off
\pset pager on
\pset pager maybe
\pset pager
\pset pager
\pset pager_min_lines 5
\pset pager_min_lines 1
\pset pager_min_lines x
\pset pager_min_lines
\pset
\set FETCH_COUNT x
\set FETCH_COUNT 0
\unset FETCH_COUNT
\set HISTSIZE abc
\set HISTSIZE 10
\set HISTSIZE
\set HISTSIZE ''
\unset HISTSIZE
\set IGNOREEOF
\echo :IGNOREEOF
\set IGNOREEOF abc
\echo :IGNOREEOF
\set IGNOREEOF 7
\echo :IGNOREEOF
\set SHOW_CONTEXT x
\set SHOW_CONTEXT errors
\set ECHO_HIDDEN x
\set ECHO_HIDDEN off
\set SINGLELINE x
\set SINGLESTEP x
\set SINGLESTEP off
\set WATCH_INTERVAL x
\set WATCH_INTERVAL 5
\set VERBOSITY x
\set AUTOCOMMIT x
\set ON_ERROR_ROLLBACK x
\set COMP_KEYWORD_CASE x
\set HISTCONTROL x
\set QUIET x
\set HIDE_TABLEAM x
\set ECHO x
\set 1a b
\set a-b c
\set über 3
\echo :über
\set HIDE_TABLEAM
\echo :HIDE_TABLEAM
\unset QUIET
\echo :QUIET
\unset HISTCONTROL
\echo :HISTCONTROL
\pset format aligned
\pset border 1
\pset pager off
\x
SELECT 1 AS a, 'hello' AS b;
SELECT 1 AS a, 'hello' AS b UNION ALL SELECT 2, 'xx';
\pset border 2
SELECT 1 AS a, 'hello' AS b UNION ALL SELECT 2, 'xx';
SELECT 1 AS a;
SELECT 1 AS abcdefghijkl;
SELECT 1 AS abcdefghijklm;
SELECT 1 AS abcdefghijklmn;
SELECT 'a longer value' AS a;
SELECT E'two\nlines' AS a;
SELECT 1 AS "x
y";
SELECT i AS a FROM generate_series(1, 10) i;
\pset linestyle unicode
SELECT 1 AS a;
\pset linestyle ascii
\t
SELECT 1 AS a;
\t
\pset border 1
SELECT 1 AS a;
SELECT i AS a FROM generate_series(1, 10) i;
SELECT E'two\nlines' AS a;
SELECT E't\nlines' AS a, 2 AS bb;
\pset border 0
SELECT 1 AS a;
SELECT i AS a FROM generate_series(1, 10) i;
SELECT E'two\nlines' AS a;
SELECT 1 AS "x
y";
SELECT 'a longer value with more than the header' AS a;
\pset border 2
SELECT NULL AS n, '' AS e;
\pset format wrapped
SELECT 1 AS a;
SELECT 'hello' AS a;
\x off
SELECT 1 AS a;
