-- ALTER COLUMN ... TYPE makes the indexes of the column again, with the operator classes of the new type.
CREATE TABLE t (id int PRIMARY KEY, v jsonb, w text);
CREATE INDEX t_v ON t (v);
CREATE INDEX t_w ON t (w text_pattern_ops);
INSERT INTO t SELECT i, jsonb_build_object('n', i), 'w' || i FROM generate_series(1, 100) i;
SELECT pg_current_wal_insert_lsn() AS a \gset
ALTER TABLE t ALTER v TYPE json;
CHECKPOINT;
SELECT count(*) FROM pg_get_wal_records_info(:'a', pg_current_wal_insert_lsn()) WHERE resource_manager = 'Storage';
ALTER TABLE t ALTER w TYPE bytea USING w::bytea;
ALTER TABLE t ALTER w TYPE varchar(20);
\d t
SELECT pg_get_indexdef('t_w'::regclass);
ALTER TABLE t ALTER id TYPE json USING to_json(id);
ALTER TABLE t ALTER id TYPE bigint;
ALTER TABLE t ALTER v TYPE text;
SELECT pg_get_indexdef('t_v'::regclass);
CREATE INDEX t_id ON t (id) INCLUDE (w);
ALTER TABLE t ALTER w TYPE json USING to_json(w);
DROP INDEX t_w;
ALTER TABLE t ALTER w TYPE json USING to_json(w);
\d t
SELECT count(*), min(w::text) FROM t WHERE id < 10;
