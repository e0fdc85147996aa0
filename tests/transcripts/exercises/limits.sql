CREATE TABLE scans (id int PRIMARY KEY, data bytea);
ALTER TABLE scans ALTER data SET STORAGE EXTERNAL;
INSERT INTO scans
SELECT i, decode(repeat(md5(i::text), 375), 'hex')
FROM generate_series(1, 10) AS i;
CREATE VIEW sent AS
SELECT id, 1 AS part, encode(data, 'hex') AS piece FROM scans;

SELECT max(length(piece)) AS longest FROM sent;
SELECT count(*) AS whole FROM scans
WHERE encode(data, 'hex') =
      (SELECT string_agg(piece, '' ORDER BY part)
       FROM sent WHERE sent.id = scans.id);

-- Cut the bytes: each piece reads the chunks it needs
CREATE OR REPLACE VIEW sent AS
SELECT id, start AS part,
       encode(substr(data, start, 500), 'hex') AS piece
FROM scans, generate_series(1, octet_length(data), 500) AS start;

SELECT max(length(piece)) AS longest FROM sent;
SELECT count(*) AS whole FROM scans
WHERE encode(data, 'hex') =
      (SELECT string_agg(piece, '' ORDER BY part)
       FROM sent WHERE sent.id = scans.id);
