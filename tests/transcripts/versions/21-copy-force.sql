-- COPY's FORCE_NULL and FORCE_NOT_NULL for all columns.
CREATE TABLE c (a text, b text);
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL *);
,x
"",
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL *);
,y
"",""
\.
COPY c (a) FROM stdin (FORMAT csv, FORCE_NULL *, FORCE_NOT_NULL *);

""
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL *, FORCE_NOT_NULL (b));
,
"",""
\.
COPY c TO stdout (FORMAT csv, FORCE_NULL *);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL *);
SELECT a, b, a IS NULL, b IS NULL FROM c;
COPY c FROM stdin (FORCE_NULL *);
\.
COPY c FROM stdin (FORCE_NOT_NULL *);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL *, FORCE_NULL (a));
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL (a), FORCE_NULL *);
\.
