COPY nosuch FROM stdin;
1	a
2	b
\.
SELECT 1;
CREATE TABLE t (id int, v text);
COPY t (id, nope) FROM stdin;
1	select 2;
\.
SELECT 3;
\copy nosuch FROM stdin
1	a
\.
SELECT 4;
COPY t FROM stdin WITH (FORMAT csv);
1,a
x,b
2,c
\.
SELECT 5;
\set ON_ERROR_STOP on
COPY nosuch FROM stdin;
1	a
\.
SELECT 6;
