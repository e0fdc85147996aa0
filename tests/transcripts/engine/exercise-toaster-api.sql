SET toastscope.server = 'toasters';
CREATE EXTENSION IF NOT EXISTS bytea_toaster;
CREATE TABLE films (id int, data bytea);
INSERT INTO films SELECT 1, repeat('f', 9000)::bytea;

SELECT count(*) AS appending
FROM pg_attribute a JOIN pg_toaster t ON t.oid = a.atttoaster
WHERE attrelid = 'films'::regclass AND tsrname = 'bytea_toaster';
SELECT count(*) AS films FROM films WHERE length(data) = 9000;

-- Storage first, then the toaster
ALTER TABLE films ALTER data SET STORAGE EXTERNAL;
ALTER TABLE films ALTER data SET TOASTER bytea_toaster;

SELECT count(*) AS appending
FROM pg_attribute a JOIN pg_toaster t ON t.oid = a.atttoaster
WHERE attrelid = 'films'::regclass AND tsrname = 'bytea_toaster';
SELECT count(*) AS films FROM films WHERE length(data) = 9000;
