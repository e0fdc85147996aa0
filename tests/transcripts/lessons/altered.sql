-- A new strategy
CREATE TABLE notes (id int, body text);
INSERT INTO notes
SELECT i, repeat('abc', 1000) FROM generate_series(1, 3) AS i;
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
SELECT id, pg_column_size(body) AS size,
       pg_column_compression(body) AS how FROM notes;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'notes' \gset
SELECT CASE WHEN count(pg_column_compression(body)) = 3
              THEN 'in their rows, compressed'
            WHEN (SELECT count(*) FROM :toast) > 0
              THEN 'in the TOAST table'
            ELSE 'in their rows, as they are' END AS place
FROM notes;

-- The usual advice
UPDATE notes SET body = body;
SELECT count(*) FILTER (WHERE pg_column_compression(body) IS NULL)
         AS changed FROM notes;
SELECT lp, t_xmin, t_xmax
FROM heap_page_items(get_raw_page('notes', 0));

-- Making it a new value
UPDATE notes SET body = body || '';
SELECT id, pg_column_size(body) AS size,
       pg_column_compression(body) AS how FROM notes;
SELECT count(*) AS chunks FROM :toast;

-- VACUUM FULL, the one way
ALTER TABLE notes ALTER body SET STORAGE EXTENDED;
VACUUM FULL notes;
SELECT id, pg_column_size(body) AS size,
       pg_column_compression(body) AS how FROM notes;
SELECT CASE WHEN bool_and(pg_column_compression(body) = 'pglz')
              THEN 'compressed'
            ELSE 'as they were, in the TOAST table' END AS outcome
FROM notes;

-- And the other way
ALTER TABLE notes ALTER body SET COMPRESSION lz4;
VACUUM FULL notes;
SELECT pg_column_compression(body) AS method FROM notes
WHERE id = 1;
INSERT INTO notes VALUES (4, repeat('abc', 1000));
SELECT id, pg_column_size(body) AS size,
       pg_column_compression(body) AS how FROM notes;

-- Set, and lost again
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL,
                  ALTER body SET COMPRESSION lz4;
SELECT pg_relation_filenode('notes') AS file \gset
ALTER TABLE notes ALTER body TYPE varchar;
SELECT pg_relation_filenode('notes') = :file AS same_file;
SELECT CASE attstorage WHEN 'e' THEN 'external'
         WHEN 'x' THEN 'extended' ELSE 'main' END AS storage,
       attcompression = '' AS method_is_default
FROM pg_attribute
WHERE attrelid = 'notes'::regclass AND attname = 'body';
SELECT typname, typstorage FROM pg_type
WHERE typname IN ('text', 'bytea', 'jsonb', 'numeric', 'int4')
ORDER BY typname;

-- Exercise: all by lz4
CREATE TABLE old_notes (id int, body text COMPRESSION pglz);
INSERT INTO old_notes
SELECT i, repeat('note ' || i || ' ', 400)
FROM generate_series(1, 40) AS i;
