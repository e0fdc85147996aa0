\foo
\set a 5
\set b 'it''s' x
\echo :a :b :'b' :"b" :{?a} :{?zz} :zz
\echo -n no newline
\echo
SELECT :a, :'b';
\x
SELECT 1 AS x, 'foo' AS "Longer name", NULL;
SELECT 1 AS x, 'foo' AS "Longer name", NULL UNION ALL SELECT 2, E'a\nb', 'c';
SELECT 1 WHERE false;
\pset border 2
SELECT 1 AS x, 'foo' AS "Longer name", NULL UNION ALL SELECT 2, E'a\nb', 'c';
\pset border 0
SELECT 1 AS x, 'foo' AS "Longer name", NULL UNION ALL SELECT 2, E'a\nb', 'c';
\pset border 1
\a
SELECT 1 AS x, 'foo' AS "Longer name", NULL UNION ALL SELECT 2, E'a\nb', 'c';
\a
\x auto
SELECT 1;
\x
\pset null '(null)'
SELECT NULL;
\pset
\a
SELECT 1, 2;
\t
SELECT 1, 2;
\a
SELECT 1, 2;
\t
\pset border 2
SELECT 1 a, 'x' b;
\pset border 0
SELECT 1 a, 'x' b;
\pset border 1
\pset title 'Hello'
SELECT 1;
\pset title
\pset footer off
SELECT 1;
\pset footer on
\pset format csv
SELECT 1, 'a,b' , 'q"x', NULL;
\pset format wrapped
\pset format html
SELECT 1, '<b>';
\pset format aligned
\timing
\timing off
SELECT 1 \g
SELECT 2 AS foo \gset
\echo :foo
SELECT 1 WHERE false \gset
SELECT 'select 1' \gexec
SELECT 1 AS a, 2 AS b \gx
\if true
\echo yes
\else
\echo no
\endif
\if false
SELECT 1/0;
\elif 1
\echo elif
\endif
SELECT E'a\nb' AS "x
y", 'long text here' AS z;
SELECT 'ü' AS ä, '日本' AS w, E'\t' AS tab, E'\x01' AS ctl;
SELECT 1 AS a \; SELECT 2 AS b;

-- a comment
\echo 'a b' "c d" x
\warn hi
\encoding
\errverbose
SELECT 1/0;
\pset foo
\pset border
\x bad
SELECT
\p
1 \r
\echo :zz \\ SELECT 1;
\if maybe
\echo no
\endif
\endif
\set ON_ERROR_STOP maybe
\unset a
\echo :a
