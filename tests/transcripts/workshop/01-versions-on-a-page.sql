CREATE TABLE hot(id integer, s char(2000)) WITH (fillfactor = 75);
CREATE INDEX hot_id ON hot(id);
CREATE INDEX hot_s ON hot(s);
CREATE FUNCTION heap_page(relname text, pageno integer)
RETURNS TABLE(ctid tid, state text, xmin text, xmax text, hhu text, hot text, t_ctid tid) AS $$
SELECT (pageno,lp)::text::tid AS ctid,
       CASE lp_flags WHEN 0 THEN 'unused' WHEN 1 THEN 'normal' WHEN 2 THEN 'redirect to '||lp_off WHEN 3 THEN 'dead' END AS state,
       t_xmin || CASE WHEN (t_infomask & 256) > 0 THEN ' (c)' WHEN (t_infomask & 512) > 0 THEN ' (a)' ELSE '' END AS xmin,
       t_xmax || CASE WHEN (t_infomask & 1024) > 0 THEN ' (c)' WHEN (t_infomask & 2048) > 0 THEN ' (a)' ELSE '' END AS xmax,
       CASE WHEN (t_infomask2 & 16384) > 0 THEN 't' END AS hhu,
       CASE WHEN (t_infomask2 & 32768) > 0 THEN 't' END AS hot,
       t_ctid
FROM heap_page_items(get_raw_page(relname,pageno))
ORDER BY lp;
$$ LANGUAGE SQL;
INSERT INTO hot VALUES (1, 'A');
UPDATE hot SET s = 'B';
UPDATE hot SET s = 'C';
UPDATE hot SET s = 'D';
SELECT * FROM heap_page('hot',0);
SELECT upper, pagesize FROM page_header(get_raw_page('hot',0));
EXPLAIN (analyze, costs off, timing off, summary off) SELECT * FROM hot;
SELECT * FROM heap_page('hot',0);
SELECT * FROM bt_page_items('hot_s',1) \gx
SELECT itemoffset, htid, dead FROM bt_page_items('hot_id',1);
SET enable_seqscan = off;
EXPLAIN (analyze, costs off, timing off, summary off) SELECT * FROM hot WHERE id = 1;
SELECT itemoffset, htid, dead FROM bt_page_items('hot_id',1);
RESET enable_seqscan;
DROP INDEX hot_s;
TRUNCATE TABLE hot;
INSERT INTO hot VALUES (1, 'A');
UPDATE hot SET s = 'B';
SELECT * FROM heap_page('hot',0);
SELECT itemoffset, htid FROM bt_page_items('hot_id',1);
UPDATE hot SET s = 'C';
UPDATE hot SET s = 'D';
SELECT * FROM heap_page('hot',0);
UPDATE hot SET s = 'E';
SELECT * FROM heap_page('hot',0);
UPDATE hot SET s = 'F';
UPDATE hot SET s = 'G';
SELECT * FROM heap_page('hot',0);
UPDATE hot SET s = 'H';
SELECT * FROM heap_page('hot',0);
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM hot;
SELECT pg_current_snapshot();
COMMIT;
SELECT n_tup_upd >= n_tup_hot_upd AS ok FROM pg_stat_user_tables WHERE relname = 'hot';
VACUUM hot;
SELECT * FROM heap_page('hot',0);
CREATE INDEX ON hot(s);
EXPLAIN SELECT * FROM hot WHERE s = 'H';
\d+ hot
