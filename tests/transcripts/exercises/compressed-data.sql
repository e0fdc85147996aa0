CREATE TABLE pictures (id int, image text);
INSERT INTO pictures
SELECT n, (SELECT string_agg(md5(n || ' ' || i), '')
           FROM generate_series(1, 1000) AS i)
FROM generate_series(1, 10) AS n;

SELECT pg_total_relation_size('pictures') AS total;
SELECT count(*) AS pictures FROM pictures
WHERE length(replace(image::text, '\x', '')) = 32000;

-- The column becomes bytea
ALTER TABLE pictures
  ALTER image TYPE bytea USING decode(image, 'hex');

SELECT pg_total_relation_size('pictures') AS total;
SELECT count(*) AS pictures FROM pictures
WHERE length(replace(image::text, '\x', '')) = 32000;
