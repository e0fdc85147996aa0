-- In which order REINDEX TABLE and TRUNCATE build indexes anew: the numbers of their files show it.
CREATE TABLE t (id int PRIMARY KEY, doc jsonb, a text);
CREATE INDEX ON t (a);
INSERT INTO t SELECT i, to_jsonb(repeat(md5(i::text), 500)), i FROM generate_series(1, 20) i;
TRUNCATE t;
SELECT relname, rank() OVER (ORDER BY relfilenode) AS file FROM pg_class WHERE relname ~ '^t|^pg_toast_\d{5,}' AND relfilenode > 16383 ORDER BY 1;
REINDEX TABLE t;
SELECT relname, rank() OVER (ORDER BY relfilenode) AS file FROM pg_class WHERE relname ~ '^t|^pg_toast_\d{5,}' AND relfilenode > 16383 ORDER BY 1;
REINDEX (VERBOSE) TABLE CONCURRENTLY t;
BEGIN;
CREATE TABLE u (id int PRIMARY KEY, a text);
INSERT INTO u VALUES (1, 'a');
TRUNCATE u;
COMMIT;
VACUUM FULL t;
SELECT relname, rank() OVER (ORDER BY relfilenode) AS file FROM pg_class WHERE relname ~ '^t|^pg_toast_\d{5,}' AND relfilenode > 16383 ORDER BY 1;
