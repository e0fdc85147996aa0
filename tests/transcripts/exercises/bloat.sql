CREATE TABLE rest (id int, body text);
ALTER TABLE rest ALTER body SET STORAGE EXTERNAL;
INSERT INTO rest VALUES (0, repeat('x', 20000));

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'rest' \gset
CREATE EXTENSION IF NOT EXISTS pgstattuple;
SELECT free_percent AS free, dead_tuple_count AS dead,
       table_len / 8192 AS pages FROM pgstattuple(:'toast');

-- Many come, and all but the last go
INSERT INTO rest
SELECT i, repeat('x', 20000) FROM generate_series(1, 40) AS i;
DELETE FROM rest WHERE id < 40;
VACUUM rest;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'rest' \gset
CREATE EXTENSION IF NOT EXISTS pgstattuple;
SELECT free_percent AS free, dead_tuple_count AS dead,
       table_len / 8192 AS pages FROM pgstattuple(:'toast');
