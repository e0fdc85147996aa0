-- What pg_stat_statements counts. Recorded with shared_preload_libraries = 'pg_stat_statements'.
CREATE EXTENSION pg_stat_statements;
\d pg_stat_statements
\dx pg_stat_statements
SELECT pg_stat_statements_reset();
CREATE TABLE docs (id int PRIMARY KEY, title text, body text);
SELECT 'docs'::regclass::oid;
INSERT INTO docs SELECT g, 'doc ' || g, (SELECT string_agg(md5((g * 100 + i)::text), '') FROM generate_series(1, 200) i) FROM generate_series(1, 100) g;
SELECT title FROM docs WHERE id = 1;
SELECT title FROM docs WHERE id = 2;
SELECT md5(body) FROM docs WHERE id = 2;
DELETE FROM docs WHERE id = 100;
SELECT pg_stat_statements_reset();
-- Statements that differ in constants only are one, shown as first written.
SELECT title FROM docs WHERE id = 1;
SELECT title FROM docs WHERE id = 2;
SELECT   title FROM docs WHERE id=3;
select title AS t from docs d where d.id = -3;
SELECT title FROM docs WHERE id IN (1, 2, 3);
SELECT title FROM docs WHERE id IN (1, 2);
SELECT title FROM docs WHERE title = 'doc 5' LIMIT 10;
SELECT title FROM docs WHERE title = 'doc 5' LIMIT 20;
SELECT id FROM docs WHERE id < 3 ORDER BY 1;
SELECT 'a', 1.5, NULL, true, B'101', 'x'::text, '12'::varchar(10), date '2020-01-01', interval '1 day', ARRAY[1,2];
SELECT -1, - 2, 3 - 1;
-- What a value's text or bytes cost.
SELECT id FROM docs WHERE id BETWEEN 3 AND 12;
SELECT length(body) FROM docs WHERE id BETWEEN 3 AND 12;
SELECT octet_length(body) FROM docs WHERE id BETWEEN 3 AND 12;
SELECT pg_column_size(body) FROM docs WHERE id BETWEEN 3 AND 12;
SELECT md5(string_agg(body, '' ORDER BY id)) FROM docs;
INSERT INTO docs VALUES (101, 'new', 'short'), (102, 'newer', repeat('x', 100));
INSERT INTO docs VALUES (103, 'new', 'short');
INSERT INTO docs VALUES (104, 'new', 'short');
UPDATE docs SET title = 'x' WHERE id = 5;
UPDATE docs SET title = 'yy' WHERE id = 6;
UPDATE docs SET body = body || 'y' WHERE id = 6;
DELETE FROM docs WHERE id > 90;
BEGIN;
SELECT 1;
SELECT 2;
COMMIT;
PREPARE p AS SELECT title FROM docs WHERE id = $1 AND title <> 'doc 8';
EXECUTE p(3);
EXECUTE p(4);
DEALLOCATE p;
SELECT nothing FROM docs;
SELECT 1/0;
SET work_mem = '8MB';
SHOW work_mem;
CREATE TEMP TABLE tmp AS SELECT id, title FROM docs;
SELECT count(*) FROM tmp;
COPY tmp (id) TO stdout;
CREATE TABLE docs2 AS SELECT 1 AS a;
WITH q AS (SELECT a FROM docs2 WHERE a > 1) SELECT count(*) FROM q;
SELECT a FROM docs2 /* a comment */ WHERE a = 1 -- and another
;
SELECT a FROM docs2 WHERE a = 1 AND EXISTS (SELECT FROM docs WHERE id = 7) \; SELECT 5;
VACUUM docs2;
VACUUM   docs2;
EXPLAIN SELECT a FROM docs2;
DROP TABLE docs2;
SELECT calls, plans, rows, query FROM pg_stat_statements ORDER BY query COLLATE "C";
SELECT left(query, 50) AS query, shared_blks_hit AS hit, shared_blks_read AS read, shared_blks_dirtied AS dirtied, shared_blks_written AS written, local_blks_hit AS lh, wal_records AS records, wal_fpi AS fpi, wal_bytes AS bytes
FROM pg_stat_statements WHERE query ~ 'docs|tmp|BEGIN|COMMIT' AND query ~ '^(SELECT|UPDATE|DELETE|INSERT|BEGIN|COMMIT)' AND query !~ 'pg_stat' ORDER BY query COLLATE "C";
SELECT query, calls * mean_exec_time BETWEEN total_exec_time * 0.999 AND total_exec_time * 1.001 AS mean, min_exec_time <= max_exec_time AS least, stddev_exec_time >= 0 AS deviation, total_plan_time
FROM pg_stat_statements WHERE calls > 1 ORDER BY query COLLATE "C";
SELECT DISTINCT userid::regrole, dbid, toplevel FROM pg_stat_statements;
SELECT query FROM pg_stat_statements(false) LIMIT 1;
SELECT stats_reset IS NOT NULL AS reset, dealloc FROM pg_stat_statements_info;
SELECT pg_stat_statements_reset();
SELECT query, calls FROM pg_stat_statements;
