-- A cursor WITH HOLD is filled at COMMIT, its large values fetched then.
CREATE TABLE big (id int, v text);
ALTER TABLE big ALTER v SET STORAGE EXTERNAL;
INSERT INTO big SELECT i, repeat('x', 10000) FROM generate_series(1, 5) i;
BEGIN;
DECLARE h CURSOR WITH HOLD FOR SELECT * FROM big ORDER BY id;
FETCH 1 FROM h \gset one_
SELECT length(:'one_v');
COMMIT;
DELETE FROM big;
VACUUM big;
SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'big';
FETCH 1 FROM h \gset two_
SELECT :two_id, length(:'two_v');
DROP TABLE big;
FETCH 1 FROM h \gset three_
SELECT :three_id, length(:'three_v');
CLOSE h;
-- PROCESS_TOAST
CREATE TABLE t (id int, v text);
ALTER TABLE t ALTER v SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, repeat('x', 5000) FROM generate_series(1, 20) i;
DELETE FROM t WHERE id > 10;
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE relname = 't' \gset
VACUUM (PROCESS_TOAST false) t;
SELECT relpages, reltuples FROM pg_class WHERE relname = 't';
SELECT relpages, reltuples FROM pg_class WHERE oid = :'toast'::regclass;
SELECT count(*) FILTER (WHERE all_visible) FROM pg_visibility(:'toast');
VACUUM (PROCESS_TOAST true) t;
SELECT relpages, reltuples FROM pg_class WHERE oid = :'toast'::regclass;
SELECT count(*) FILTER (WHERE all_visible) FROM pg_visibility(:'toast');
VACUUM (PROCESS_TOAST false, FULL) t;
