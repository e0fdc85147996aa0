-- A row that was deleted
CREATE TABLE docs (id int PRIMARY KEY, body text);
ALTER TABLE docs ALTER body SET STORAGE EXTERNAL;
INSERT INTO docs
SELECT i, repeat('x', 5000) FROM generate_series(1, 3) AS i;
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'docs' \gset
DELETE FROM docs WHERE id = 2;
SELECT count(*) AS readable
FROM heap_page_item_attrs(get_raw_page('docs', 0), 'docs', true)
WHERE length(t_attrs[2]) = 5000;

-- The chunks go first
\set VERBOSITY terse
VACUUM :toast;
SELECT count(*) AS readable
FROM heap_page_item_attrs(get_raw_page('docs', 0), 'docs', true)
WHERE length(t_attrs[2]) = 5000;
SELECT CASE WHEN :'ERROR' THEN 'an error' ELSE '2 documents'
       END AS outcome, :'LAST_ERROR_MESSAGE' AS message;
SELECT count(*) AS documents, count(md5(body)) AS bodies
FROM docs;

-- Whose is it?
SELECT relname FROM pg_class
WHERE reltoastrelid = :'toast'::regclass;
SELECT lp AS item, value
FROM (SELECT lp, get_byte(p, 10) + get_byte(p, 11) * 256
               + get_byte(p, 12) * 65536 AS value
      FROM (SELECT lp, t_attrs[2] AS p
            FROM heap_page_item_attrs(get_raw_page('docs', 0), 'docs')
           ) AS rows) AS pointers
WHERE value NOT IN (SELECT chunk_id::int FROM :toast);

-- Without pageinspect
CREATE FUNCTION damaged() RETURNS TABLE (place tid, message text)
LANGUAGE plpgsql AS $$
BEGIN
  FOR place IN SELECT ctid FROM docs LOOP
    BEGIN
      PERFORM md5(body) FROM docs WHERE ctid = place;
    EXCEPTION WHEN data_corrupted THEN
      message := SQLERRM;
      RETURN NEXT;
    END;
  END LOOP;
END $$;
SELECT count(*) AS damaged FROM damaged();

-- What to do
SELECT count(*) AS before FROM :toast \gset
REINDEX TABLE docs;
SELECT CASE WHEN count(*) = :before THEN 'it stays the same'
            WHEN count(*) > :before THEN 'it grows'
            ELSE 'it shrinks' END AS course
FROM :toast;
SELECT count(md5(body)) AS bodies FROM docs;

-- Exercise: a table that can be read again
CREATE TABLE papers (id int PRIMARY KEY, body text);
ALTER TABLE papers ALTER body SET STORAGE EXTERNAL;
INSERT INTO papers
SELECT i, repeat('p', 4000) FROM generate_series(1, 5) AS i;
UPDATE papers SET body = repeat('?', 4000) WHERE id = 2;
CREATE VIEW readable AS
SELECT id, length(body) / CASE WHEN left(body, 1) = '?' THEN 0
                               ELSE 1 END AS letters FROM papers;
