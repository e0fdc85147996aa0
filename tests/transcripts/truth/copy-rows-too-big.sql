-- Rows wait and are written together: an error of their pages names the line read last, one of an index the row's line.
CREATE TABLE t (id int UNIQUE, a char(9000));
ALTER TABLE t ALTER a SET STORAGE PLAIN;
COPY t FROM stdin;
1	\N
2	too big
3	\N
\.
COPY t FROM stdin;
1	too big
\.
COPY t FROM stdin (FORMAT csv, HEADER);
id,a
1,
2,"too
big"
3,
\.
COPY t FROM stdin;
1	\N
2	\N
1	\N
4	\N
\.
COPY t FROM stdin;
1	\N
x	too big
\.
COPY t (id) FROM stdin;
1
2
\.
SELECT count(*), sum(id) FROM t;
