CREATE TABLE cards (id int, body text);
ALTER TABLE cards ALTER body SET STORAGE EXTERNAL;
INSERT INTO cards
SELECT i, repeat('c', 3000) FROM generate_series(1, 20) AS i;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'cards' \gset
SELECT count(*) AS chunks FROM :toast;
SELECT sum(length(body)) AS letters FROM cards;

-- Compress them: EXTENDED
ALTER TABLE cards ALTER body SET STORAGE EXTENDED;
UPDATE cards SET body = body || '';

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'cards' \gset
SELECT count(*) AS chunks FROM :toast;
SELECT sum(length(body)) AS letters FROM cards;
