-- What no browser can hold: 600 MB of a value, on a PostgreSQL 15.
SELECT length(repeat('x', 600000000) || repeat('x', 600000000));
CREATE TABLE files (data bytea);
ALTER TABLE files ALTER data SET STORAGE EXTERNAL;
INSERT INTO files VALUES (convert_to(repeat('x', 600000000), 'UTF8'));
\o /dev/null
SELECT data FROM files;
COPY files TO '/dev/null';
\o
SELECT length(repeat('x', 1073741819)) AS longest;
SELECT length(encode(data, 'base64')) AS base64 FROM files;
