-- Three versions too many
CREATE EXTENSION pgstattuple;
CREATE EXTENSION pg_freespacemap;
CREATE TABLE docs (id int PRIMARY KEY, body text);
ALTER TABLE docs ALTER body SET STORAGE EXTERNAL;
INSERT INTO docs
SELECT i, repeat('x', 20000) FROM generate_series(1, 50) AS i;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'docs' \gset
SELECT pg_relation_size(:'toast') AS fresh;
UPDATE docs SET body = body || 'x';
UPDATE docs SET body = body || 'x';
UPDATE docs SET body = body || 'x';
SELECT pg_relation_size(:'toast') AS bloated \gset
SELECT table_len, tuple_percent, dead_tuple_percent AS dead_percent,
       free_percent FROM pgstattuple(:'toast');

-- VACUUM comes
VACUUM docs;
SELECT tuple_percent, dead_tuple_percent, free_percent,
       table_len FROM pgstattuple(:'toast');
SELECT :bloated - pg_relation_size(:'toast') AS shorter;

-- Where there is room
SELECT avail, count(*) FROM pg_freespace(:'toast')
GROUP BY avail ORDER BY avail;
SELECT count(*) AS pages,
       count(*) FILTER (WHERE avail >= 2032) AS roomy
FROM pg_freespace(:'toast');

-- The end of the file
UPDATE docs SET body = body || 'x';
SELECT pg_relation_size(:'toast') - :bloated AS added;
VACUUM docs;
SELECT pg_relation_size(:'toast') AS after;

-- How late VACUUM comes
SELECT format(query, share)
FROM generate_series(10, 100, 30) AS share, unnest(ARRAY[
  'CREATE TABLE late%s (id int, body text)',
  'ALTER TABLE late%s ALTER body SET STORAGE EXTERNAL',
  'INSERT INTO late%s
   SELECT i, repeat(''x'', 20000) FROM generate_series(1, 20) AS i'])
  WITH ORDINALITY AS made(query, n) ORDER BY share, n \gexec
SELECT sum(pg_relation_size(reltoastrelid)) / 4 AS start
FROM pg_class WHERE relname LIKE 'late%' \gset
SELECT format(query, share, share / 10, round * 7)
FROM generate_series(10, 100, 30) AS share,
     generate_series(1, 6) AS round, unnest(ARRAY[
  'UPDATE late%1$s SET body = body || ''x''
   WHERE (id + %3$s) %% 10 < %2$s', 'VACUUM late%1$s'])
  WITH ORDINALITY AS made(query, n) ORDER BY share, round, n \gexec
SELECT substr(relname, 5)::int AS share,
       round(100 * pg_relation_size(reltoastrelid) / :start)
         AS percent
FROM pg_class WHERE relname LIKE 'late%' ORDER BY share;

-- Written anew
SELECT leaf_pages, deleted_pages
FROM pgstatindex(:'toast' || '_index');
SELECT pg_relation_size(:'toast' || '_index') AS index_before \gset
VACUUM FULL docs;
SELECT pg_relation_size(:'toast') AS chunks_after,
       100 - 100 * pg_relation_size(:'toast' || '_index')
             / :index_before AS index_shorter;
SELECT dead_tuple_percent, free_percent FROM pgstattuple(:'toast');

-- Exercise: make bloat
CREATE TABLE rest (id int, body text);
ALTER TABLE rest ALTER body SET STORAGE EXTERNAL;
INSERT INTO rest VALUES (0, repeat('x', 20000));
