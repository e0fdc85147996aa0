CREATE TABLE notes (id int PRIMARY KEY, body text);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
INSERT INTO notes
SELECT i, repeat('note ' || i || ' ', 1000)
FROM generate_series(1, 30) AS i;
UPDATE notes SET body = body || '!';
UPDATE notes SET body = body || '?';

SELECT pg_total_relation_size('notes') AS total,
       pg_relation_size('notes') AS table_bytes;
SELECT count(*) AS notes FROM notes WHERE right(body, 2) = '!?'
  AND length(body) > 7000;

-- Compress what lives, and write the files anew
ALTER TABLE notes ALTER body SET STORAGE EXTENDED;
VACUUM FULL notes;

SELECT pg_total_relation_size('notes') AS total,
       pg_relation_size('notes') AS table_bytes;
SELECT count(*) AS notes FROM notes WHERE right(body, 2) = '!?'
  AND length(body) > 7000;
