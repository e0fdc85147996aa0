-- OIDs that extensions take, and what their functions and psql say; names of parameters and encodings.
CREATE EXTENSION amcheck;
CREATE TABLE x (a int, t text);
SELECT 'x'::regclass::oid;
CREATE EXTENSION pgstattuple; CREATE EXTENSION pg_freespacemap; CREATE EXTENSION pg_prewarm;
CREATE EXTENSION pg_stat_statements;
CREATE TABLE y (a int);
SELECT 'y'::regclass::oid;
CREATE EXTENSION pg_buffercache;
CREATE TABLE z (a int);
SELECT 'z'::regclass::oid;
INSERT INTO x SELECT i, repeat(md5(i::text), 100) FROM generate_series(1, 60) i;
CREATE INDEX x_a ON x (a); CREATE INDEX x_a2 ON x (a); CREATE VIEW v AS SELECT 1 AS a; CREATE SEQUENCE s;
SELECT tuple_count FROM pgstattuple('x');
SELECT pg_stat_force_next_flush();
SELECT seq_scan, seq_tup_read FROM pg_stat_user_tables WHERE relname = 'x';
DROP INDEX CONCURRENTLY x_a, x_a2; DROP INDEX CONCURRENTLY x_a CASCADE; DROP INDEX CONCURRENTLY x_a;
SELECT heap_page_item_attrs(get_raw_page('x', 0), 'x_a2'); SELECT * FROM heap_page_item_attrs(get_raw_page('x', 0), 'v', true); SELECT heap_page_item_attrs(get_raw_page('x', 0), 'y'); SELECT heap_page_item_attrs('\x00', 'x'); SELECT tuple_data_split('x_a2'::regclass, '\x01', 0, 1, NULL); SELECT heap_page_item_attrs(get_raw_page('x', 0), NULL);
SELECT count(*), min(lp_len) FROM heap_page_item_attrs(get_raw_page('s', 0), 's'); SELECT pg_freespace('v', 0); SELECT count(*) FROM heap_page_item_attrs(get_raw_page('x', 0), 'x', NULL);
-- Values that states of hashed aggregates hold.
ANALYZE x;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT a % 5, max(t) FROM x GROUP BY 1;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT a % 5, min(t), max(a::numeric) FROM x GROUP BY 1;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT a % 5, max(left(t, 10)), min(left(t, 900)) FROM x GROUP BY 1;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT a % 5, array_agg(a) FROM x GROUP BY 1;
-- Names.
SET my."v x" = 3; SET my."1x" = 1; SET my.x1 = 1; SET my."x-y" = 1; SET a.b.c = 1; SET "a..b" = 1; SET ".a" = 1; SET "a." = 1; SET my.é = 1; SHOW my.é; SET my."x$" = 2; SHOW "my.x$"; SET LOCAL my."v x" = 3; RESET my."v x";
SELECT set_config('my.v x', '1', false); SELECT set_config('my', '1', false); SELECT set_config('.', '1', false); SHOW my."v x";
COPY y TO STDOUT (ENCODING 'nope'); COPY y TO STDOUT (ENCODING 'utf-8'); SET client_encoding = 'nope';
COPY y TO STDOUT (ENCODING on); COPY y TO STDOUT (ENCODING off); COPY y TO STDOUT (ENCODING true); COPY y TO STDOUT (ENCODING false); COPY y TO STDOUT (ENCODING 1); COPY y TO STDOUT (ENCODING 0); COPY y TO STDOUT (ENCODING yes); COPY y TO STDOUT (ENCODING no);
COPY y FROM STDIN (FORMAT csv, ENCODING on);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING off);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING true);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING false);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING 1);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING 0);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING yes);
\.
COPY y FROM STDIN (FORMAT csv, ENCODING no);
\.
\unrestrict
\unrestrict a
\restrict ''
\set v 5
\restrict abc :v 'x y'
SELECT :v;
\echo hi
SELECT 5 \gx
;
\if true
\unrestrict abd
\restrict xyz
\unrestrict abc
\echo back
