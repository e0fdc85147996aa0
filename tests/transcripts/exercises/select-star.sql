CREATE TABLE posts (id int PRIMARY KEY, body text);
INSERT INTO posts
SELECT n, 'Post ' || n || (
         SELECT string_agg(md5(n || ' ' || i), '')
         FROM generate_series(1, 120) AS i)
FROM generate_series(1, 200) AS n;
CREATE VIEW list AS
SELECT id, left(body, 40) AS teaser FROM posts;

SELECT count(*) AS listed FROM list
WHERE teaser LIKE 'Post ' || id || '%' AND length(teaser) = 40;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(teaser) FROM list;

-- A materialized view
DROP VIEW list;
CREATE MATERIALIZED VIEW list AS
SELECT id, left(body, 40) AS teaser FROM posts;

SELECT count(*) AS listed FROM list
WHERE teaser LIKE 'Post ' || id || '%' AND length(teaser) = 40;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT count(teaser) FROM list;
