-- A hundred notes
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

-- The title changes
SELECT pg_relation_size(:'toast') AS before \gset
UPDATE notes SET title = title || '!';
SELECT pg_relation_size(:'toast') - :before AS growth,
       count(*) AS chunks, min(chunk_id) AS first_value
FROM :toast;

-- The body changes
UPDATE notes SET body = body || 'x';
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes,
       min(chunk_id) AS first_value
FROM :toast;

-- VACUUM
VACUUM notes;
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes
FROM :toast;

-- And once more
SELECT pg_relation_size(:'toast') AS before \gset
UPDATE notes SET body = body || 'x';
SELECT pg_relation_size(:'toast') - :before AS growth,
       count(*) AS chunks
FROM :toast;

-- VACUUM FULL
VACUUM FULL notes;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'notes' \gset
SELECT count(*) AS chunks, pg_relation_size(:'toast') AS bytes
FROM :toast;
