-- transactions and dead rows
CREATE EXTENSION pageinspect;
CREATE TABLE acc (id int PRIMARY KEY, bal numeric(12,2) CHECK (bal >= 0), memo text) WITH (fillfactor = 70);
INSERT INTO acc SELECT g, g * 10, repeat('m', 40) FROM generate_series(1, 100) g;
BEGIN;
UPDATE acc SET bal = bal - 5 WHERE id = 1;
SAVEPOINT s1;
UPDATE acc SET bal = -1 WHERE id = 2;
ROLLBACK TO s1;
UPDATE acc SET memo = repeat('z', 5000) WHERE id = 3;
RELEASE s1;
COMMIT;
SELECT lp, lp_flags, t_xmin = t_xmax AS same, t_ctid, t_infomask & 8192 AS hotish, (t_infomask2 & 16384) <> 0 AS hot FROM heap_page_items(get_raw_page('acc', 0)) WHERE lp <= 4 OR lp > (SELECT count(*) - 4 FROM heap_page_items(get_raw_page('acc', 0)));
DELETE FROM acc WHERE id % 10 = 0 RETURNING id, bal;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*), sum(bal) FROM acc;
SELECT txid_current_if_assigned() IS NULL;
COMMIT;
INSERT INTO acc VALUES (1, 1, 'dup');
INSERT INTO acc VALUES (1, 1, 'dup') ON CONFLICT (id) DO UPDATE SET memo = excluded.memo || acc.memo RETURNING id, length(memo);
VACUUM acc;
SELECT * FROM pg_visibility_map_summary('acc');
CREATE EXTENSION pg_visibility;
SELECT * FROM pg_visibility_map_summary('acc');
SELECT blkno, all_visible, all_frozen FROM pg_visibility_map('acc');
CREATE EXTENSION pg_freespacemap;
SELECT * FROM pg_freespace('acc');
SELECT lp, lp_off, lp_flags FROM heap_page_items(get_raw_page('acc', 0)) LIMIT 12;
VACUUM FREEZE acc;
SELECT lp, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).* FROM heap_page_items(get_raw_page('acc', 0)) WHERE lp IN (2, 3);
TRUNCATE acc;
SELECT pg_relation_size('acc'), pg_relation_filepath('acc') ~ '^base/' AS p;
SELECT count(*) FROM acc;
ALTER TABLE acc ADD COLUMN extra int DEFAULT 7, DROP COLUMN memo;
INSERT INTO acc VALUES (1, 2.5);
SELECT * FROM acc;
SELECT t_data, tuple_data_split('acc'::regclass, t_data, t_infomask, t_infomask2, t_bits) FROM heap_page_items(get_raw_page('acc', 0));
\x
SELECT * FROM acc;
SELECT lower, upper, special, pagesize, version FROM page_header(get_raw_page('acc', 0));
\x off
CREATE TABLE wide AS SELECT g AS id, repeat(md5(g::text), 100) AS a, repeat(md5(g::text), 50) AS b FROM generate_series(1, 20) g;
SELECT sum(pg_column_size(a)), sum(pg_column_size(b)), sum(pg_column_size(wide.*)) FROM wide;
UPDATE wide SET a = a || 'x' WHERE id = 1;
SELECT count(*) FROM heap_page_items(get_raw_page('wide', 0));
SELECT locktype, mode, granted FROM pg_locks WHERE relation = 'wide'::regclass;
\timing off
SELECT pg_column_size(ROW(1, 'a'::text, NULL)), pg_column_size(ARRAY[1,2,3]), pg_column_size(1::numeric), pg_column_size('2020-01-01'::timestamptz);
