-- The client's copies, and a result as a grid.
CREATE TABLE t (id int, a text, n numeric);
\copy t from stdin
1	x	1.5
2	\N	2
\.
\copy t (id, a) from stdin with (format csv, header)
id,a
3,"q, r"
\.
\copy t to stdout csv header
\copy (select id, n from t where a <> '(' order by id) to stdout
\copy t to '/tmp/toastscope-rows.csv' csv
\copy t from '/tmp/toastscope-rows.csv' csv
\copy t from '/nonexistent/x'
\copy t
\copy t into stdout
\copy
\copy nosuch from stdin
\copy t (nosuch) to stdout
SELECT count(*) FROM t;
SELECT id, coalesce(a, '-') AS a, n FROM t LIMIT 3 \crosstabview
SELECT id, a, count(*) FROM t GROUP BY 1, 2 ORDER BY 1 \crosstabview 1 a count
\pset null (null)
SELECT id, a, max(n), -id AS o FROM t GROUP BY 1, 2 ORDER BY 1 \crosstabview id a max o
SELECT id, a, n FROM t \crosstabview
SELECT id, a FROM t \crosstabview
SELECT id, a, n, 1 FROM t \crosstabview
SELECT id, a, n FROM t \crosstabview id id
SELECT id, a, n FROM t \crosstabview nosuch
SELECT id, a, n FROM t \crosstabview 7
SELECT id, a, id AS id FROM t \crosstabview id a
\du nosuch
