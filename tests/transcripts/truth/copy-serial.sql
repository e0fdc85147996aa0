-- COPY into a table whose key is a serial, an identity column, or a function's: rows together, or one by one.
CREATE TABLE s (id serial, v text UNIQUE);
COPY s (v) FROM stdin;
a
b
c
b
d
e
\.
SELECT last_value, is_called FROM s_id_seq;
SELECT count(*) FROM heap_page_items(get_raw_page('s', 0));
CREATE TABLE b (id bigserial, v text UNIQUE);
COPY b (v) FROM stdin;
a
b
b
c
\.
SELECT last_value FROM b_id_seq;
CREATE TABLE i (id int GENERATED ALWAYS AS IDENTITY, v text UNIQUE);
COPY i (v) FROM stdin;
a
b
b
c
\.
SELECT last_value FROM i_id_seq;
CREATE TABLE r (id float DEFAULT random(), v text UNIQUE);
COPY r (v) FROM stdin;
a
b
b
c
\.
SELECT count(*) FROM heap_page_items(get_raw_page('r', 0));
COPY r (id, v) FROM stdin;
1	a
2	b
3	b
4	c
\.
-- what is changed in place goes with the row it was changed in
CREATE TABLE p (id int, v text);
INSERT INTO p SELECT i, 'x' FROM generate_series(1, 500) i;
BEGIN;
CREATE INDEX ON p (id);
ROLLBACK;
SELECT relpages, reltuples FROM pg_class WHERE relname = 'p';
CREATE TABLE q (id int, v text);
INSERT INTO q SELECT i, 'x' FROM generate_series(1, 500) i;
BEGIN;
ALTER TABLE q SET (fillfactor = 90);
CREATE INDEX ON q (id);
SELECT relpages, reltuples FROM pg_class WHERE relname = 'q';
ROLLBACK;
SELECT relpages, reltuples, reloptions FROM pg_class WHERE relname = 'q';
