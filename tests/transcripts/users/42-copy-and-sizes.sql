-- loading the same rows four ways
CREATE TABLE load_a (id int, v text);
CREATE TABLE load_b (id int, v text);
CREATE TABLE load_c (id int PRIMARY KEY, v text);
CREATE UNLOGGED TABLE load_d (id int, v text);
COPY load_a FROM stdin;
1	one
2	two
3	\N
4	tab\there
\.
COPY load_a TO stdout;
COPY load_a (v) TO stdout WITH (FORMAT csv, FORCE_QUOTE *);
INSERT INTO load_b SELECT i, md5(i::text) FROM generate_series(1, 3000) i;
INSERT INTO load_c SELECT i, md5(i::text) FROM generate_series(1, 3000) i;
INSERT INTO load_d SELECT i, md5(i::text) FROM generate_series(1, 3000) i;
SELECT relname, relpersistence, pg_relation_size(oid) FROM pg_class WHERE relname LIKE 'load__' ORDER BY 1;
BEGIN;
CREATE TABLE load_e (id int, v text);
COPY load_e FROM stdin WITH (FREEZE);
1	frozen
2	too
\.
COMMIT;
SELECT xmin, * FROM load_e;
SELECT t_xmin, t_infomask::bit(16) FROM heap_page_items(get_raw_page('load_e', 0));
SELECT all_visible, all_frozen FROM pg_visibility_map('load_e');
COPY load_c FROM stdin;
3001	new
1	again
\.
SELECT count(*), max(id) FROM load_c;
SELECT lp_flags, count(*) FROM heap_page_items(get_raw_page('load_c', (pg_relation_size('load_c') / 8192 - 1)::int)) GROUP BY 1;
COPY load_a FROM stdin (FORMAT csv, HEADER);
id,v
5,"quoted, with comma"
6,
7,""
\.
SELECT id, v, v IS NULL AS null FROM load_a ORDER BY id;
COPY load_a FROM stdin;
8	too	many
\.
COPY load_a FROM stdin;
nine	9
\.
COPY (SELECT id, v FROM load_b WHERE id < 4) TO stdout (DELIMITER '|');
CREATE TABLE load_f AS TABLE load_b;
CREATE TABLE load_g (LIKE load_c INCLUDING INDEXES);
INSERT INTO load_g TABLE load_c;
SELECT relname, pg_relation_size(oid), pg_indexes_size(oid) FROM pg_class WHERE relname LIKE 'load__' AND relkind = 'r' ORDER BY 1;
ALTER TABLE load_d SET LOGGED;
SELECT relpersistence FROM pg_class WHERE relname = 'load_d';
TRUNCATE load_a, load_b;
SELECT pg_total_relation_size('load_a'), pg_total_relation_size('load_c');
