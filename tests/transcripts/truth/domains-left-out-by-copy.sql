-- COPY does not ask a domain about a column that it leaves out, as INSERT does.
CREATE DOMAIN pos AS int CHECK (VALUE IS NOT NULL AND VALUE > 0);
CREATE DOMAIN needed AS int NOT NULL;
CREATE DOMAIN seven AS int DEFAULT 7 CHECK (VALUE > 5);
CREATE TABLE t (a int GENERATED ALWAYS AS IDENTITY, b pos, c text, d seven, e needed);
COPY t (c, e) FROM stdin;
x	1
y	2
\.
COPY t (c) FROM stdin;
z
\.
COPY t (a, c) FROM stdin;
100	z
\.
SELECT * FROM t;
INSERT INTO t (c) VALUES ('i');
INSERT INTO t (c, b) VALUES ('i', 1);
COPY t (b, c) FROM stdin;
\N	q
\.
COPY t (b, c) FROM stdin;
-3	q
\.
-- Names alone are the columns of CREATE TABLE AS.
CREATE TABLE e1 (id , PRIMARY KEY (id));
CREATE TABLE e1 (id , CONSTRAINT k CHECK (id > 0));
CREATE TABLE e1 (id , LIKE t);
CREATE TABLE e1 (id , );
CREATE TABLE e1 (id , name text);
CREATE TABLE e1 (id int, name);
