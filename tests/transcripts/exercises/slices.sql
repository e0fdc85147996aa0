CREATE TABLE long (body text);
INSERT INTO long
SELECT string_agg(md5(i::text) || repeat(' ', 32), '')
FROM generate_series(1, 4000) AS i;

SELECT octet_length(body) AS bytes FROM long;
SELECT count(substr(body, 128000, 20)) FROM long;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(body, 128000, 20) FROM long;

-- As bytes, EXTERNAL
ALTER TABLE long ALTER body TYPE bytea USING convert_to(body, 'UTF8');
ALTER TABLE long ALTER body SET STORAGE EXTERNAL;
UPDATE long SET body = body || '';
VACUUM FULL long;

SELECT octet_length(body) AS bytes FROM long;
SELECT count(substr(body, 128000, 20)) FROM long;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT substr(body, 128000, 20) FROM long;
