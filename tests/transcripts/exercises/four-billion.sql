CREATE TABLE parts (id int, a text, b text, c text);
ALTER TABLE parts ALTER a SET STORAGE EXTERNAL,
  ALTER b SET STORAGE EXTERNAL, ALTER c SET STORAGE EXTERNAL;
INSERT INTO parts
SELECT i, repeat('a', 3000), repeat('b', 3000), repeat('c', 3000)
FROM generate_series(1, 50) AS i;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'parts' \gset
SELECT count(DISTINCT chunk_id) AS numbers FROM :toast;
SELECT sum(length(coalesce(a, '')) + length(coalesce(b, ''))
         + length(coalesce(c, ''))) AS letters FROM parts;

-- Compressed, the texts stay in their rows
ALTER TABLE parts ALTER a SET STORAGE EXTENDED,
  ALTER b SET STORAGE EXTENDED, ALTER c SET STORAGE EXTENDED;
UPDATE parts SET a = a || '', b = b || '', c = c || '';

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'parts' \gset
SELECT count(DISTINCT chunk_id) AS numbers FROM :toast;
SELECT sum(length(coalesce(a, '')) + length(coalesce(b, ''))
         + length(coalesce(c, ''))) AS letters FROM parts;
