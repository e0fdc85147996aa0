-- Dead entries that a scan met are marked when it ends, which a statement whose last check fails never reaches.
CREATE EXTENSION pageinspect;
CREATE TABLE t (id int PRIMARY KEY, v text);
CREATE TABLE r (p int REFERENCES t);
INSERT INTO t SELECT i, 'x' FROM generate_series(1, 20) i;
INSERT INTO r VALUES (11);
DELETE FROM t WHERE id <= 10;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
DELETE FROM t WHERE id < 12;
SELECT count(*), sum(dead::int) FROM bt_page_items('t_pkey', 1);
DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY id LIMIT 2);
SELECT count(*), sum(dead::int) FROM bt_page_items('t_pkey', 1);
UPDATE t SET id = -id WHERE id < 13;
SELECT count(*), sum(dead::int) FROM bt_page_items('t_pkey', 1);
DELETE FROM t WHERE id BETWEEN 1 AND 10;
SELECT count(*), sum(dead::int) FROM bt_page_items('t_pkey', 1);
DELETE FROM t WHERE id = 12;
SELECT count(*), sum(dead::int) FROM bt_page_items('t_pkey', 1);
