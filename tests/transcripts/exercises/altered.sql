CREATE TABLE old_notes (id int, body text COMPRESSION pglz);
INSERT INTO old_notes
SELECT i, repeat('note ' || i || ' ', 400)
FROM generate_series(1, 40) AS i;

SELECT count(*) FILTER (WHERE pg_column_compression(body) = 'lz4')
       AS lz4, sum(length(body)) AS letters
FROM old_notes;

-- Compute each value anew
ALTER TABLE old_notes ALTER body SET COMPRESSION lz4;
UPDATE old_notes SET body = body || '';

SELECT count(*) FILTER (WHERE pg_column_compression(body) = 'lz4')
       AS lz4, sum(length(body)) AS letters
FROM old_notes;
