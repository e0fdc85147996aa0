-- ALTER COLUMN TYPE takes a default out and puts it back: which catalog rows that writes, and which command ids
-- the transaction's rows have afterwards.
CREATE TABLE t0 (id int PRIMARY KEY, a int DEFAULT 3, b text);
INSERT INTO t0 VALUES (1, 2, 'x');
CHECKPOINT;
ALTER TABLE t0 ALTER b TYPE varchar;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE t0 ALTER a TYPE bigint;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT record_type, substring(block_ref FROM 'rel \d+/\d+/(\d+)')::oid::regclass AS relation, count(*)
  FROM pg_get_wal_records_info(:'a', :'b')
 WHERE substring(block_ref FROM 'rel \d+/\d+/(\d+)')::int BETWEEN 2600 AND 2660 AND resource_manager <> 'XLOG'
 GROUP BY 1, 2 ORDER BY 2, 1;
CREATE TABLE t2 (a int DEFAULT 1, b int GENERATED ALWAYS AS IDENTITY, c text DEFAULT 'x', d int,
  e int GENERATED ALWAYS AS (d * 2) STORED);
BEGIN;
SAVEPOINT s;
ALTER TABLE t2 ALTER a TYPE bigint, ALTER c TYPE varchar(10);
INSERT INTO t2 (d) VALUES (1);
SELECT cmin, cmax, * FROM t2;
ROLLBACK TO s;
ALTER TABLE t2 ALTER d TYPE bigint;
COMMIT;
BEGIN;
ALTER TABLE t2 ALTER a TYPE bigint;
INSERT INTO t2 (d) VALUES (1);
ALTER TABLE t2 ALTER b TYPE bigint;
INSERT INTO t2 (d) VALUES (1);
ALTER TABLE t2 ALTER c TYPE varchar;
INSERT INTO t2 (d) VALUES (1);
SELECT cmin, cmax, * FROM t2;
DELETE FROM t2;
SELECT lp, t_field3 FROM heap_page_items(get_raw_page('t2', 0));
COMMIT;
-- Combo command ids of catalog rows are not those of users' rows.
CREATE TABLE w (id int PRIMARY KEY, c0 bytea, c1 varchar(4000), c2 varchar(4000));
INSERT INTO w SELECT i, 'x', 'y', 'z' FROM generate_series(1, 5) i;
DELETE FROM w;
BEGIN;
ALTER TABLE w ADD COLUMN c4 boolean NOT NULL DEFAULT false;
INSERT INTO w SELECT i, NULL, 'y', 'x', i % 3 = 0 FROM generate_series(1, 5) i;
CREATE TABLE w1 AS SELECT id, c0, c1, c2, c4 FROM w;
DELETE FROM w1;
SELECT lp, t_field3, t_ctid FROM heap_page_items(get_raw_page('w1', 0));
COMMIT;
