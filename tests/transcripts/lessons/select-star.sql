-- A list of titles
CREATE TABLE articles (id int PRIMARY KEY, title text, body text);
ALTER TABLE articles ALTER body SET STORAGE EXTERNAL;
INSERT INTO articles
SELECT i, 'Article ' || i, repeat('words ', 3000)
FROM generate_series(1, 1000) AS i;
SELECT count(md5(body)) FROM articles;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT title FROM articles;

-- Now everything
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT * FROM articles;

-- What the client pays
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT id, title, md5(body) FROM articles;

-- Page 91
SELECT title FROM articles ORDER BY title LIMIT 1;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT id, title, md5(body)
FROM (SELECT * FROM articles
      ORDER BY title LIMIT 10 OFFSET 900) AS a;

-- A preview
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT title, left(body, 100) FROM articles
ORDER BY title LIMIT 10 OFFSET 900;

-- The same preview
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT title, left(body, 100)
FROM (SELECT * FROM articles
      ORDER BY title LIMIT 10 OFFSET 900) AS a;

-- Exercise: a list of posts
CREATE TABLE posts (id int PRIMARY KEY, body text);
INSERT INTO posts
SELECT n, 'Post ' || n || (
         SELECT string_agg(md5(n || ' ' || i), '')
         FROM generate_series(1, 120) AS i)
FROM generate_series(1, 200) AS n;
CREATE VIEW list AS
SELECT id, left(body, 40) AS teaser FROM posts;
