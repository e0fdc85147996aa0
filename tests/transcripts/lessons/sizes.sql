-- How large is this table?
CREATE TABLE docs (id int PRIMARY KEY, body text);
ALTER TABLE docs ALTER body SET STORAGE EXTERNAL;
INSERT INTO docs
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
SELECT pg_relation_size('docs') AS relation;

-- Four sizes of one table
SELECT pg_relation_size('docs') AS relation,
       pg_table_size('docs') AS "table",
       pg_indexes_size('docs') AS indexes,
       pg_total_relation_size('docs') AS total;
SELECT CASE WHEN pg_relation_size('docs') > 1000000
              THEN 'pg_relation_size'
            WHEN pg_table_size('docs') > 1000000
              THEN 'pg_table_size'
            ELSE 'pg_total_relation_size' END AS smallest;

-- What is in the middle
SELECT pg_relation_size(reltoastrelid) AS chunks,
       pg_indexes_size(reltoastrelid) AS chunk_index,
       pg_relation_size(reltoastrelid, 'fsm') AS chunk_fsm,
       pg_table_size(oid) - pg_relation_size(oid)
         - pg_relation_size(reltoastrelid) AS rest
FROM pg_class WHERE relname = 'docs';

-- Three sizes of one value
CREATE TABLE v (id int, a text);
INSERT INTO v VALUES (1, repeat('é', 3000)), (2, 'é');
SELECT id, length(a), octet_length(a), pg_column_size(a) AS stored
FROM v;
SELECT CASE least(length(a), octet_length(a), pg_column_size(a))
         WHEN pg_column_size(a) THEN 'pg_column_size'
         WHEN length(a) THEN 'length'
         ELSE 'octet_length' END AS smallest_of
FROM v WHERE id = 1;

-- Adding up a column
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT sum(pg_column_size(body)) FROM docs;

-- Adding up rows
SELECT pg_column_size(docs) AS row_size,
       pg_column_size(body) AS body
FROM docs WHERE id = 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT sum(pg_column_size(docs)) FROM docs;

-- Exercise: the whole of it
CREATE TABLE notes (id int PRIMARY KEY, body text);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
INSERT INTO notes
SELECT i, repeat('note ' || i || ' ', 1000)
FROM generate_series(1, 30) AS i;
UPDATE notes SET body = body || '!';
UPDATE notes SET body = body || '?';
