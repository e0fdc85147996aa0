CREATE TABLE t (id int, v text, n numeric);
COPY t FROM STDIN;
1	one	1.5
2	\N	2
3	tab\there	\N
\.
SELECT * FROM t;
COPY t (id, v) FROM STDIN WITH (FORMAT csv, HEADER);
id,v
4,"a,b"
5,
\.
COPY t TO STDOUT;
COPY (SELECT id, v FROM t ORDER BY id) TO STDOUT WITH (FORMAT csv, HEADER true);
COPY t FROM STDIN (DELIMITER '|');
6|x|7
bad|x|7
\.
COPY t FROM STDIN;
1	too few
\.
COPY nope FROM STDIN;
SELECT count(*) FROM t;
