CREATE TABLE pairs (id int, a text, b text);
INSERT INTO pairs
SELECT n, t, reverse(t)
FROM (SELECT n, (SELECT string_agg(md5(n || ' ' || i), '')
                 FROM generate_series(1, 36) AS i) AS t
      FROM generate_series(1, 100) AS n) AS texts;

SELECT pg_relation_size('pairs') / 8192 AS heap;
SELECT count(*) AS pairs FROM pairs
WHERE length(a) = 1152 AND a = reverse(b);

-- A low target, and the table written anew
ALTER TABLE pairs SET (toast_tuple_target = 128);
UPDATE pairs SET a = a || '', b = b || '';
VACUUM FULL pairs;

SELECT pg_relation_size('pairs') / 8192 AS heap;
SELECT count(*) AS pairs FROM pairs
WHERE length(a) = 1152 AND a = reverse(b);
