CREATE TABLE shrunk (id int, body text);
ALTER TABLE shrunk ALTER body SET STORAGE EXTERNAL;
INSERT INTO shrunk
SELECT i, repeat('y', 20000) FROM generate_series(1, 60) AS i;
DELETE FROM shrunk WHERE id < 55;
VACUUM shrunk;

SELECT pg_total_relation_size('shrunk') AS bytes;
SELECT sum(length(body)) AS letters FROM shrunk;

-- Write everything that lives into new files
VACUUM FULL shrunk;

SELECT pg_total_relation_size('shrunk') AS bytes;
SELECT sum(length(body)) AS letters FROM shrunk;
