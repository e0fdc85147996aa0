/* Lab 3: HOT updates. Compare fillfactor 100 with 70. */
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE TABLE acct100 (id int PRIMARY KEY, bal numeric(12,2), note char(60));
CREATE TABLE acct70  (LIKE acct100 INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO acct100 SELECT g, g * 10, 'n' || g FROM generate_series(1, 500) g;
INSERT INTO acct70 SELECT * FROM acct100;
\d+ acct70
SELECT relname, pg_relation_size(oid) / 8192 AS pages FROM pg_class WHERE relname LIKE 'acct%' AND relkind = 'r' ORDER BY 1;

UPDATE acct100 SET bal = bal + 1 WHERE id % 10 = 0;
UPDATE acct70  SET bal = bal + 1 WHERE id % 10 = 0;

SELECT 'acct100' AS t, count(*) FILTER (WHERE (t_infomask2 & 16384) > 0) AS hot_updated,
       count(*) FILTER (WHERE (t_infomask2 & 32768) > 0) AS heap_only
FROM generate_series(0, 5) p, heap_page_items(get_raw_page('acct100', p))
UNION ALL
SELECT 'acct70', count(*) FILTER (WHERE (t_infomask2 & 16384) > 0),
       count(*) FILTER (WHERE (t_infomask2 & 32768) > 0)
FROM generate_series(0, 5) p, heap_page_items(get_raw_page('acct70', p));

SELECT lp, lp_off, lp_flags, lp_len, t_ctid, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).raw_flags
FROM heap_page_items(get_raw_page('acct70', 0)) WHERE lp IN (10, 20) OR lp > 55;

-- now break HOT with an index on the changed column
CREATE INDEX acct70_bal ON acct70 (bal);
UPDATE acct70 SET bal = bal + 1 WHERE id % 10 = 0;
SELECT itemoffset, ctid, itemlen, dead FROM bt_page_items('acct70_bal', 1) ORDER BY itemoffset LIMIT 6;
SELECT pg_stat_force_next_flush();
SELECT relname, n_tup_upd, n_tup_hot_upd, round(100.0 * n_tup_hot_upd / nullif(n_tup_upd, 0), 1) AS hot_pct, n_dead_tup
FROM pg_stat_user_tables WHERE relname LIKE 'acct%' ORDER BY relname;
VACUUM (VERBOSE, INDEX_CLEANUP ON) acct70;
SELECT * FROM page_header(get_raw_page('acct70', 0)) \gset h_
\echo lower :h_lower upper :h_upper special :h_special
SELECT lp, lp_flags, lp_off FROM heap_page_items(get_raw_page('acct70', 0)) WHERE lp_flags <> 1 ORDER BY lp;
ALTER TABLE acct70 SET (fillfactor = 5);
ALTER TABLE acct70 SET (filfactor = 50);
ALTER TABLE acct70 RESET (fillfactor);
SELECT reloptions FROM pg_class WHERE relname = 'acct70';
DROP TABLE acct100, acct70;
