-- Where the numbers come from
CREATE TABLE a (title text, body text);
CREATE TABLE b (body text);
ALTER TABLE a ALTER body SET STORAGE EXTERNAL;
ALTER TABLE b ALTER body SET STORAGE EXTERNAL;
INSERT INTO a VALUES ('one', repeat('a', 3000));
INSERT INTO b VALUES (repeat('b', 3000));
INSERT INTO a VALUES ('two', repeat('a', 3000));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'a' \gset
SELECT reltoastrelid::regclass AS other
FROM pg_class WHERE relname = 'b' \gset
SELECT 'a' AS owner, chunk_id, chunk_seq FROM :toast
UNION ALL
SELECT 'b', chunk_id, chunk_seq FROM :other ORDER BY 2, 3;
SELECT max(chunk_id)::int - min(chunk_id)::int AS distance
FROM :toast;

-- What takes a number
INSERT INTO a VALUES ('first', repeat('a', 3000));
SELECT max(chunk_id)::int AS first FROM :toast \gset
BEGIN;
INSERT INTO a VALUES ('back', repeat('a', 3000));
ROLLBACK;
INSERT INTO a VALUES ('short', 'short');
UPDATE a SET title = 'One' WHERE title = 'one';
UPDATE a SET body = body || '!' WHERE title = 'two';
INSERT INTO a VALUES ('last', repeat('a', 3000));
SELECT max(chunk_id)::int - :first - 1 AS taken FROM :toast;

-- How long it lasts
SELECT round(pow(2, 32)::numeric / 1000 / 86400, 1) AS days;

-- Which limit comes first?
CREATE TABLE small (body text);
CREATE TABLE large (body text);
ALTER TABLE small ALTER body SET STORAGE EXTERNAL;
ALTER TABLE large ALTER body SET STORAGE EXTERNAL;
INSERT INTO small
SELECT repeat('x', 2100) FROM generate_series(1, 1000);
INSERT INTO large
SELECT repeat('x', 20000) FROM generate_series(1, 1000);
SELECT relname, pg_relation_size(reltoastrelid) / 8192 AS pages
FROM pg_class WHERE relname IN ('small', 'large') ORDER BY 1;
SELECT CASE WHEN pg_relation_size(reltoastrelid) / 8192 < 1000
              THEN 'the numbers' ELSE 'the pages'
       END AS first_end,
       round(pg_relation_size(reltoastrelid) / 1000.0
             * 4294967296 / (1024 ^ 4)::numeric, 1) AS terabytes
FROM pg_class WHERE relname = 'small';

-- Looking for a free one
CREATE TABLE many (body text);
ALTER TABLE many ALTER body SET STORAGE EXTERNAL;
INSERT INTO many
SELECT repeat('x', 3000) FROM generate_series(1, 10000);
INSERT INTO many VALUES (repeat('x', 3000));
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO many VALUES (repeat('x', 3000));

-- Exercise: fewer numbers
CREATE TABLE parts (id int, a text, b text, c text);
ALTER TABLE parts ALTER a SET STORAGE EXTERNAL,
  ALTER b SET STORAGE EXTERNAL, ALTER c SET STORAGE EXTERNAL;
INSERT INTO parts
SELECT i, repeat('a', 3000), repeat('b', 3000), repeat('c', 3000)
FROM generate_series(1, 50) AS i;
