-- A row that a transaction has locked and a savepoint of it deletes, updates or locks anew: a multixact.
CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t SELECT i, 'row ' || i FROM generate_series(1, 8) AS i;
CREATE FUNCTION headers(rel text) RETURNS TABLE (lp smallint, xmax xid, flags text[])
LANGUAGE sql AS $$
  SELECT lp, t_xmax, raw_flags FROM heap_page_items(get_raw_page(rel, 0)),
    heap_tuple_infomask_flags(t_infomask, t_infomask2) WHERE lp_flags = 1
$$;
SELECT pg_current_wal_insert_lsn() AS a \gset
BEGIN;
SELECT id FROM t WHERE id IN (1, 2) FOR SHARE;
SELECT id FROM t WHERE id = 3 FOR KEY SHARE;
SAVEPOINT s;
DELETE FROM t WHERE id = 1;
DELETE FROM t WHERE id = 2;
UPDATE t SET a = 'changed' WHERE id = 3;
SELECT id FROM t WHERE id = 4 FOR NO KEY UPDATE;
SAVEPOINT s2;
UPDATE t SET a = 'locked before' WHERE id = 4;
SELECT id, a FROM t ORDER BY id;
COMMIT;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, description
FROM pg_get_wal_records_info(:'a', :'b')
WHERE resource_manager IN ('Heap', 'MultiXact') ORDER BY start_lsn;
SELECT id, a FROM t ORDER BY id;
SELECT * FROM headers('t');
-- What a savepoint did is rolled back: the lock of before stays.
BEGIN;
SELECT id FROM t WHERE id IN (5, 6) FOR SHARE;
SAVEPOINT s;
DELETE FROM t WHERE id = 5;
UPDATE t SET id = 60 WHERE id = 6;
ROLLBACK TO s;
SELECT id, a FROM t WHERE id IN (5, 6);
DELETE FROM t WHERE id = 5;
SELECT id FROM t WHERE id = 6 FOR UPDATE;
SELECT * FROM headers('t');
COMMIT;
SELECT id, a FROM t ORDER BY id;
SELECT * FROM headers('t');
-- A lock that a savepoint makes stronger, three of them, and one that is held already.
BEGIN;
SELECT id FROM t WHERE id = 7 FOR KEY SHARE;
SAVEPOINT a;
SELECT id FROM t WHERE id = 7 FOR SHARE;
SAVEPOINT b;
SELECT id FROM t WHERE id = 7 FOR KEY SHARE;
SELECT id FROM t WHERE id = 7 FOR UPDATE;
SELECT * FROM headers('t') WHERE lp = 7;
UPDATE t SET a = a || '!' WHERE id = 7;
SELECT * FROM headers('t') WHERE lp >= 7;
ROLLBACK TO b;
SELECT id, a FROM t WHERE id = 7;
UPDATE t SET a = a || '?' WHERE id = 7;
COMMIT;
SELECT id, a FROM t ORDER BY id;
SELECT * FROM headers('t');
-- ON CONFLICT locks, and its new version keeps the lock.
BEGIN;
INSERT INTO t VALUES (8, 'again') ON CONFLICT (id) DO UPDATE SET a = excluded.a;
SAVEPOINT s;
DELETE FROM t WHERE id = 8;
ROLLBACK TO s;
UPDATE t SET a = 'third' WHERE id = 8;
COMMIT;
SELECT id, a FROM t ORDER BY id;
SELECT * FROM headers('t');
SELECT mxid_age('1') > 0 AS some;
-- VACUUM, with and without FREEZE.
CREATE TABLE kept (id int, a text);
INSERT INTO kept SELECT i, 'kept' FROM generate_series(1, 3) AS i;
BEGIN;
SELECT id FROM kept FOR KEY SHARE;
SAVEPOINT s;
SELECT id FROM kept WHERE id = 2 FOR UPDATE;
SAVEPOINT u;
DELETE FROM kept WHERE id = 3;
ROLLBACK TO u;
COMMIT;
SELECT * FROM headers('kept');
SELECT count(*) FROM kept;
SELECT * FROM headers('kept');
SELECT pg_current_wal_insert_lsn() AS a \gset
VACUUM kept;
SELECT pg_current_wal_insert_lsn() AS b \gset
CREATE TABLE flushed ();
SELECT * FROM headers('kept');
SELECT resource_manager, record_type, record_length
FROM pg_get_wal_records_info(:'a', :'b')
WHERE resource_manager IN ('Heap2', 'MultiXact') ORDER BY start_lsn;
VACUUM (FREEZE) kept;
SELECT * FROM headers('kept');
VACUUM FULL t;
SELECT * FROM headers('t');
CHECKPOINT;
SELECT id, a FROM t ORDER BY id;
