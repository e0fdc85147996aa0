-- What a session remembers between its statements: the horizon, the commit that it looked up last, and where rows went last.
CREATE EXTENSION IF NOT EXISTS pageinspect;

-- The statement after a DELETE: planning reads the first entries of the index, and marks those of rows that are dead to everybody.
CREATE TABLE r (id int PRIMARY KEY, c text);
INSERT INTO r SELECT i, repeat(md5(i::text), 5) FROM generate_series(14001, 14088) i;
VACUUM ANALYZE r;
DELETE FROM r WHERE id % 10 < 7;
EXPLAIN UPDATE r SET c = 'a' WHERE id > 8835;
SELECT count(*) FILTER (WHERE dead) AS dead, count(*) FROM bt_page_items('r_pkey', 1);
SELECT lp_flags, count(*) FROM heap_page_items(get_raw_page('r', 0)) GROUP BY 1 ORDER BY 1;

-- A hint bit waits for the commit record, but not for that of a later transaction.
CREATE TABLE a (id int);
CREATE TABLE b (id int);
INSERT INTO a SELECT generate_series(1, 3);
INSERT INTO b SELECT generate_series(1, 3);
BEGIN;
INSERT INTO a VALUES (9);
DELETE FROM b;
COMMIT;
CREATE UNLOGGED TABLE u (id int);
INSERT INTO u SELECT id FROM a;
INSERT INTO a SELECT id FROM b;
SELECT lp, t_infomask FROM heap_page_items(get_raw_page('b', 0));

-- Nobody waits for the commit of an unlogged row: its own hint bits come later.
INSERT INTO u VALUES (10);
SELECT count(*) FROM u;
UPDATE a SET id = id + 1;
INSERT INTO u VALUES (11);
SELECT count(*) FROM a;
SELECT lp, t_infomask FROM heap_page_items(get_raw_page('a', 0));

-- Another CREATE TABLE does not make the next row ask the free space map for its page.
CREATE TABLE t (id int, c text) WITH (fillfactor = 50);
INSERT INTO t SELECT i, repeat('x', 300) FROM generate_series(1, 100) i;
DELETE FROM t WHERE id > 20;
VACUUM t;
BEGIN;
ALTER TABLE t SET (fillfactor = 85);
INSERT INTO t SELECT i, repeat('x', 300) FROM generate_series(201, 215) i;
CREATE TABLE t1 AS SELECT id, c FROM t;
INSERT INTO t SELECT 301, repeat('x', 30);
SELECT id, ctid FROM t WHERE id IN (215, 301);
ALTER TABLE t SET (fillfactor = 90);
INSERT INTO t SELECT 302, repeat('x', 30);
SELECT id, ctid FROM t WHERE id IN (301, 302);
COMMIT;
