CREATE TABLE letters (id int, body text);
ALTER TABLE letters ALTER body SET STORAGE EXTERNAL;
INSERT INTO letters
SELECT i, repeat('x', 10000) FROM generate_series(1, 50) AS i;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'letters' \gset
SELECT pg_relation_size(:'toast') AS before \gset
UPDATE letters SET body = body || 'x';
SELECT pg_relation_size(:'toast') - :before AS growth;
SELECT count(*) AS letters FROM letters WHERE length(body) > 10000;

-- Let there be dead chunks, and have their room noted as free
UPDATE letters SET body = body || '';
VACUUM letters;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'letters' \gset
SELECT pg_relation_size(:'toast') AS before \gset
UPDATE letters SET body = body || 'x';
SELECT pg_relation_size(:'toast') - :before AS growth;
SELECT count(*) AS letters FROM letters WHERE length(body) > 10000;
