CREATE TABLE letters (id int, body text);
INSERT INTO letters
SELECT n, (SELECT string_agg(md5(n || ' ' || i), '')
           FROM generate_series(1, 150) AS i)
FROM generate_series(1, 20) AS n;
CREATE INDEX ON letters (body);

SELECT count(*) AS indexes FROM pg_index
WHERE indrelid = 'letters'::regclass
  AND pg_get_indexdef(indexrelid) LIKE '%body%';
SELECT count(*) AS letters FROM letters WHERE length(body) = 4800;

-- A hash of it, for equality
CREATE INDEX ON letters (md5(body));

SELECT count(*) AS indexes FROM pg_index
WHERE indrelid = 'letters'::regclass
  AND pg_get_indexdef(indexrelid) LIKE '%body%';
SELECT count(*) AS letters FROM letters WHERE length(body) = 4800;
