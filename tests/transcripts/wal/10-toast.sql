-- TOAST and the log: three strategies, updates that touch the value or not.
CREATE TABLE d_ext (id int PRIMARY KEY, k int, v text);
CREATE TABLE d_pglz (id int PRIMARY KEY, k int, v text COMPRESSION pglz);
CREATE TABLE d_lz4 (id int PRIMARY KEY, k int, v text COMPRESSION lz4);
ALTER TABLE d_ext ALTER v SET STORAGE EXTERNAL;
SELECT setseed(0.25);
CREATE TEMP TABLE src AS SELECT i, string_agg(md5(random()::text), '') AS v FROM generate_series(1, 5) i, generate_series(1, 300) GROUP BY i ORDER BY i;
SELECT i, length(v) FROM src;
\set f 'EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)'
:f INSERT INTO d_ext SELECT i, 0, v FROM src;
:f INSERT INTO d_pglz SELECT i, 0, v FROM src;
:f INSERT INTO d_lz4 SELECT i, 0, v FROM src;
:f UPDATE d_ext SET k = k + 1;
:f UPDATE d_pglz SET k = k + 1;
:f UPDATE d_lz4 SET k = k + 1;
:f UPDATE d_ext SET v = v || '.';
:f UPDATE d_pglz SET v = v || '.';
:f UPDATE d_lz4 SET v = v || '.';
:f UPDATE d_ext SET v = substr(v, 1, 1500) WHERE id = 1;
:f UPDATE d_ext SET v = NULL WHERE id = 2;
:f DELETE FROM d_pglz WHERE id = 3;
SELECT pg_current_wal_insert_lsn() AS a \gset
UPDATE d_lz4 SET v = reverse(v) WHERE id = 4;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, count(*), sum(record_length) AS bytes, pg_size_pretty(sum(record_length)) FROM pg_get_wal_records_info(:'a', :'b') GROUP BY 1, 2 ORDER BY 1, 2;
SELECT pg_wal_lsn_diff(:'b', :'a') BETWEEN 10500 AND 10700 AS some_ten_kilobytes;
INSERT INTO d_ext SELECT id + 100, k, v FROM d_lz4;
SELECT id, pg_column_size(v), pg_column_compression(v) FROM d_ext ORDER BY id;
VACUUM d_ext;
