-- A quoted field of CSV that never ends, and the line that ends the data.
CREATE TABLE c (id int, t text);
COPY c FROM stdin (FORMAT csv);
1,a
2,"x

\.
COPY c FROM stdin (FORMAT csv);
1,"unterminated
\.
\copy c from stdin csv
1,"
\.
COPY c FROM stdin;
1	a
\.
table c;
CREATE TABLE g (id int, t text, n int GENERATED ALWAYS AS (id * 2) STORED);
INSERT INTO g VALUES (1, 'x');
COPY g TO stdout (FORMAT csv, FORCE_QUOTE (n));
COPY g TO stdout (FORMAT csv, FORCE_QUOTE (t, nosuch));
COPY g TO stdout (FORMAT csv, FORCE_QUOTE (nosuch, t, t));
COPY g TO stdout (FORMAT csv, FORCE_QUOTE (t, t));
COPY g (id) TO stdout (FORMAT csv, FORCE_QUOTE (t));
COPY g FROM stdin (FORMAT csv, FORCE_NULL (n));
COPY (TABLE g) TO stdout (FORMAT csv, FORCE_QUOTE (n));
COPY (TABLE g) TO stdout (FORMAT csv, FORCE_QUOTE (nosuch));
COPY (SELECT 1 AS a, 2 AS a, 3 AS b) TO stdout (FORMAT csv, HEADER, FORCE_QUOTE (a));
COPY (SELECT 1 AS a, 2 AS a, 3 AS b) TO stdout (FORMAT csv, FORCE_QUOTE *);
