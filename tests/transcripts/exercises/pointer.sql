CREATE TABLE heavy (id int, body text);

SELECT heap, toast, toast / greatest(heap, 1) AS times
FROM (SELECT pg_relation_size('heavy') / 8192 AS heap,
             pg_relation_size(reltoastrelid) / 8192 AS toast
      FROM pg_class WHERE relname = 'heavy') AS pages;

-- One long text, not compressed
ALTER TABLE heavy ALTER body SET STORAGE EXTERNAL;
INSERT INTO heavy VALUES (1, repeat('x', 1000000));

SELECT heap, toast, toast / greatest(heap, 1) AS times
FROM (SELECT pg_relation_size('heavy') / 8192 AS heap,
             pg_relation_size(reltoastrelid) / 8192 AS toast
      FROM pg_class WHERE relname = 'heavy') AS pages;
