-- A table's options of VACUUM do not reach its TOAST table. CLUSTER by an expression, and by what cannot be clustered by.
CREATE TABLE o (id int, v text) WITH (vacuum_truncate = false, vacuum_index_cleanup = off);
ALTER TABLE o ALTER v SET STORAGE EXTERNAL;
INSERT INTO o SELECT i, repeat(md5(i::text), 200) FROM generate_series(1,50) i;
DELETE FROM o;
VACUUM o;
SELECT pg_relation_size('o'), pg_relation_size((SELECT reltoastrelid FROM pg_class WHERE relname='o'));
CREATE TABLE o2 (id int, v text) WITH (toast.vacuum_truncate = false, toast.vacuum_index_cleanup = off);
ALTER TABLE o2 ALTER v SET STORAGE EXTERNAL;
INSERT INTO o2 SELECT i, repeat(md5(i::text), 200) FROM generate_series(1,50) i;
DELETE FROM o2;
VACUUM o2;
SELECT pg_relation_size('o2'), pg_relation_size((SELECT reltoastrelid FROM pg_class WHERE relname='o2'));
\d+ o2
SELECT reloptions FROM pg_class WHERE relname IN ('o','o2') OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relname IN ('o','o2')) ORDER BY oid;
CREATE TABLE c (id int, v text);
INSERT INTO c SELECT i, 'x' || (100 - i) FROM generate_series(1,100) i;
CREATE INDEX c_e ON c (lower(v));
CLUSTER c USING c_e;
SELECT ctid, * FROM c LIMIT 3;
CREATE INDEX c_p ON c (id) WHERE id > 5;
CLUSTER c USING c_p;
CLUSTER;
