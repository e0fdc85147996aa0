-- COPY that fails, and says in which line; options of CSV.
CREATE EXTENSION pageinspect;
CREATE TABLE t (id int PRIMARY KEY, b text NOT NULL, n int CHECK (n > 0));
COPY t FROM STDIN;
1	a	1
2	\N	2
x	c	3
\.
COPY t FROM STDIN;
1	a	1
2	b	2
1	c	3
\.
COPY t FROM STDIN;
1	a	1
2	b	-2
\.
COPY t FROM STDIN;
1	a
\.
COPY t FROM STDIN;
1	a	1	4
\.
COPY t FROM STDIN;
1	aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa	xx
\.
COPY t FROM STDIN (FORMAT csv, HEADER match);
id,b,m
1,2,3
\.
COPY t FROM STDIN (FORMAT csv, HEADER match, NULL 'nil', FORCE_NOT_NULL (b), FORCE_NULL (n));
id,b,n
1,nil,"nil"
2,"q ""x""",5
\.
SELECT * FROM t;
COPY t TO STDOUT (FORMAT csv, FORCE_QUOTE *, HEADER);
COPY t TO STDOUT (FORMAT csv, FORCE_QUOTE (b));
COPY t TO STDOUT (FORCE_QUOTE (b));
COPY t TO STDOUT (FORMAT csv, FORCE_QUOTE (z));
COPY t TO STDOUT (FORMAT xml);
COPY t TO STDOUT (DELIMITER 'ab');
COPY t TO STDOUT (DELIMITER 'a');
COPY t TO STDOUT (nosuch);
COPY t TO STDOUT WITH DELIMITER '|' NULL 'none';
SELECT lp, t_ctid FROM heap_page_items(get_raw_page('t', 0));
EXPLAIN (ANALYZE off, COSTS false) SELECT 1;
VACUUM (ANALYZE) t;
CREATE TABLE f (id int REFERENCES t, x text DEFAULT 'd' || random());
COPY f (id) FROM STDIN;
1
77
\.
COPY f (id) FROM STDIN;
1
y
\.
SELECT count(*) FROM f;
