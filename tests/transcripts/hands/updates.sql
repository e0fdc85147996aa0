CREATE TABLE notes (id int, title text, body text);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
INSERT INTO notes
SELECT i, 'Note ' || i, repeat('x', 10000)
FROM generate_series(1, 100) AS i;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'notes' \gset
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes,
       min(chunk_id) AS first_value, min(length(chunk_data)) AS rest
FROM :toast;

SELECT pg_relation_size(:'toast') AS before \gset
UPDATE notes SET title = title || '!';
SELECT pg_relation_size(:'toast') - :before AS growth,
       count(*) AS chunks, min(chunk_id) AS first_value
FROM :toast;

UPDATE notes SET body = body || 'x';
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes,
       min(chunk_id) AS first_value
FROM :toast;

VACUUM notes;
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes
FROM :toast;
SELECT pg_relation_size(:'toast') AS before \gset
UPDATE notes SET body = body || 'x';
SELECT pg_relation_size(:'toast') - :before AS growth,
       count(*) AS chunks
FROM :toast;

CREATE TABLE again (id int, body text);
ALTER TABLE again ALTER body SET STORAGE EXTERNAL;
INSERT INTO again
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
CREATE TABLE growth AS
SELECT 0 AS updates, pg_table_size('again') AS bytes;
SELECT 'UPDATE again SET body = body || ''x''',
       CASE WHEN n % 1 = 0 THEN 'VACUUM again' END,
       format('INSERT INTO growth
  SELECT %s, pg_table_size(''again'')', n)
FROM generate_series(1, 9) AS n
\gexec
SELECT updates, bytes / 1000 AS kilobytes,
       round(bytes::numeric / min(bytes) OVER (), 1) AS times
FROM growth ORDER BY updates;

DROP TABLE again;

DROP TABLE growth;

CREATE TABLE again (id int, body text);
ALTER TABLE again ALTER body SET STORAGE EXTERNAL;
INSERT INTO again
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
CREATE TABLE growth AS
SELECT 0 AS updates, pg_table_size('again') AS bytes;
SELECT 'UPDATE again SET body = body || ''x''',
       CASE WHEN n % 3 = 0 THEN 'VACUUM again' END,
       format('INSERT INTO growth
  SELECT %s, pg_table_size(''again'')', n)
FROM generate_series(1, 9) AS n
\gexec
SELECT updates, bytes / 1000 AS kilobytes,
       round(bytes::numeric / min(bytes) OVER (), 1) AS times
FROM growth ORDER BY updates;

DROP TABLE again;

DROP TABLE growth;

CREATE TABLE again (id int, body text);
ALTER TABLE again ALTER body SET STORAGE EXTERNAL;
INSERT INTO again
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
CREATE TABLE growth AS
SELECT 0 AS updates, pg_table_size('again') AS bytes;
SELECT 'UPDATE again SET body = body || ''x''',
       CASE WHEN n % 6 = 0 THEN 'VACUUM again' END,
       format('INSERT INTO growth
  SELECT %s, pg_table_size(''again'')', n)
FROM generate_series(1, 9) AS n
\gexec
SELECT updates, bytes / 1000 AS kilobytes,
       round(bytes::numeric / min(bytes) OVER (), 1) AS times
FROM growth ORDER BY updates;

DROP TABLE again;

DROP TABLE growth;

CREATE TABLE again (id int, body text);
ALTER TABLE again ALTER body SET STORAGE EXTERNAL;
INSERT INTO again
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
CREATE TABLE growth AS
SELECT 0 AS updates, pg_table_size('again') AS bytes;
SELECT 'UPDATE again SET body = body || ''x''',
       CASE WHEN n % 9 = 0 THEN 'VACUUM again' END,
       format('INSERT INTO growth
  SELECT %s, pg_table_size(''again'')', n)
FROM generate_series(1, 9) AS n
\gexec
SELECT updates, bytes / 1000 AS kilobytes,
       round(bytes::numeric / min(bytes) OVER (), 1) AS times
FROM growth ORDER BY updates;

DROP TABLE again;

DROP TABLE growth;

CREATE TABLE again (id int, body text);
ALTER TABLE again ALTER body SET STORAGE EXTERNAL;
INSERT INTO again
SELECT i, repeat('x', 10000) FROM generate_series(1, 100) AS i;
CREATE TABLE growth AS
SELECT 0 AS updates, pg_table_size('again') AS bytes;
SELECT 'UPDATE again SET body = body || ''x''',
       CASE WHEN n % 3 = 0 THEN 'VACUUM again' END,
       format('INSERT INTO growth
  SELECT %s, pg_table_size(''again'')', n)
FROM generate_series(1, 9) AS n
\gexec
SELECT updates, bytes / 1000 AS kilobytes,
       round(bytes::numeric / min(bytes) OVER (), 1) AS times
FROM growth ORDER BY updates;

VACUUM FULL notes;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'notes' \gset
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes
FROM :toast;

CREATE TABLE letters (id int, body text);
ALTER TABLE letters ALTER body SET STORAGE EXTERNAL;
INSERT INTO letters
SELECT i, repeat('x', 10000) FROM generate_series(1, 50) AS i;
