CREATE TABLE c (id int PRIMARY KEY, name text, price numeric(10,2));
COPY c FROM stdin;
1	apple	1.50
2	pear	\N
3	fig \\ date	0.1
\.
COPY c (id, name) FROM stdin WITH (FORMAT csv, HEADER true);
id,name
4,"quoted, ""name"""
5,
\.
COPY c TO stdout WITH CSV HEADER;
COPY (SELECT * FROM c ORDER BY id DESC) TO stdout (DELIMITER '|', NULL 'null');
COPY c FROM stdin;
1	dup	1
\.
COPY c FROM stdin;
x	bad	1
\.
COPY c FROM stdin;
9
\.
COPY c FROM stdin (HEADER match);
id	name
\.
COPY c FROM stdin (HEADER match);
id	name	cost
\.
COPY c FROM stdin (HEADER match);
\.
SELECT xmin = xmin, ctid, * FROM c ORDER BY id;
BEGIN;
CREATE TABLE cf (a int, b text);
COPY cf FROM stdin (FREEZE);
1	frozen
2	too
\.
COMMIT;
SELECT lp, (t_infomask & 768) = 768 AS frozen FROM heap_page_items(get_raw_page('cf', 0));
SELECT all_visible, all_frozen, pd_all_visible FROM pg_visibility('cf', 0);
\copy c to stdout csv
COPY c (name, name) TO stdout;
COPY c TO stdout (FORCE_QUOTE (name, name), FORMAT csv);
COPY c TO stdout (HEADER yes);
COPY c TO stdout WHERE id > 1;
