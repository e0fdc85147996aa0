-- The largest value
CREATE FUNCTION says(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE query;
  RETURN 'it is made';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLERRM;
END $$;
SELECT (1 << 30) - 1 AS largest, (1 << 30) - 1 - 4 AS letters;
SELECT says($$SELECT repeat('x', 1073741820)$$);
SELECT CASE says($$SELECT repeat('x', 1073741820)$$)
         WHEN 'it is made' THEN 'it is made'
         ELSE 'it is refused' END AS outcome;

-- Two errors
SELECT pg_column_size(repeat('x', 600) || repeat('x', 600))
       AS joined;
SELECT says($$SELECT lpad('', 1073741820)$$);

-- As a client gets it
CREATE TABLE files (data bytea);
ALTER TABLE files ALTER data SET STORAGE EXTERNAL;
INSERT INTO files VALUES (convert_to(repeat('x', 6000), 'UTF8'));
SELECT length(data::text) AS sent FROM files;

-- Six hundred million bytes
SELECT (1073741823 - 3) / 2 AS most;
SELECT pg_size_pretty((1073741823::bigint - 3) / 2) AS size;
SELECT 2 * 600000000 + 3 AS request;

-- Other ways to get it
SELECT length(encode(data, 'base64')) AS base64,
       length(encode(data, 'escape')) AS escape FROM files;
SELECT pg_size_pretty(100000 * length(encode(data, 'base64'))::int8)
       AS large FROM files;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(data, 3000, 100) FROM files;

-- Larger pages
SELECT page, (page - 40) / 4 / 8 * 8 AS threshold,
       (page - 40) / 4 / 8 * 8 - 36 AS chunk,
       (1 << 30) / ((page - 40) / 4 / 8 * 8 - 36) + 1 AS chunks,
       pg_size_pretty(4294967295::numeric * page) AS whole
FROM (VALUES (4096), (8192), (16384), (32768)) AS size(page);

-- Exercise: in pieces
CREATE TABLE scans (id int PRIMARY KEY, data bytea);
ALTER TABLE scans ALTER data SET STORAGE EXTERNAL;
INSERT INTO scans
SELECT i, decode(repeat(md5(i::text), 375), 'hex')
FROM generate_series(1, 10) AS i;
CREATE VIEW sent AS
SELECT id, 1 AS part, encode(data, 'hex') AS piece FROM scans;
