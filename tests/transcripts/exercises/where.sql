CREATE TABLE places (id int, body text);

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'places' \gset
SELECT count(DISTINCT chunk_id) AS outside FROM :toast \gset
SELECT count(*) FILTER (WHERE how IS NOT NULL AND size < 2000)
         AS squeezed, :outside AS outside,
       count(*) - :outside - count(*) FILTER (
         WHERE how IS NOT NULL AND size < 2000) AS plain,
       min(letters) AS shortest
FROM (SELECT pg_column_compression(body) AS how, length(body)
        AS letters, pg_column_size(body) AS size FROM places) AS p;

-- Three texts, one strategy
INSERT INTO places VALUES
  (1, repeat('x', 1500)),
  (2, repeat('x', 5000)),
  (3, (SELECT string_agg(md5(i::text), '')
       FROM generate_series(1, 100) AS i));

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'places' \gset
SELECT count(DISTINCT chunk_id) AS outside FROM :toast \gset
SELECT count(*) FILTER (WHERE how IS NOT NULL AND size < 2000)
         AS squeezed, :outside AS outside,
       count(*) - :outside - count(*) FILTER (
         WHERE how IS NOT NULL AND size < 2000) AS plain,
       min(letters) AS shortest
FROM (SELECT pg_column_compression(body) AS how, length(body)
        AS letters, pg_column_size(body) AS size FROM places) AS p;
