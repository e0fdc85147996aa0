CREATE TABLE forms (id int, body text COMPRESSION pglz);
INSERT INTO forms
SELECT n, repeat(string_agg(md5(i::text), ''), 5)
FROM generate_series(1, 50) AS n, generate_series(1, 188) AS i
GROUP BY n;

SELECT pg_total_relation_size('forms') AS bytes;
SELECT sum(length(body)) AS letters FROM forms;

-- lz4 looks back 64 kB
ALTER TABLE forms ALTER body SET COMPRESSION lz4;
UPDATE forms SET body = body || '';
VACUUM FULL forms;

SELECT pg_total_relation_size('forms') AS bytes;
SELECT sum(length(body)) AS letters FROM forms;
