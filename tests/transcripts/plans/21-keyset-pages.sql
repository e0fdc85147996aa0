-- Pages by the last row seen: a comparison of rows is one condition on several columns of an index.
CREATE TABLE posts (id int PRIMARY KEY, author int NOT NULL, created timestamp NOT NULL, score int, title text, body text);
INSERT INTO posts SELECT g, g % 50, timestamp '2024-01-01' + g * interval '1 minute', (g * 7919) % 1000, 'title ' || g, repeat('lorem ', g % 100) FROM generate_series(1, 20000) g;
CREATE INDEX posts_created_id ON posts (created, id);
CREATE INDEX posts_author_created ON posts (author, created DESC, id DESC);
CREATE INDEX posts_score_id ON posts (score, id);
VACUUM ANALYZE posts;
EXPLAIN SELECT * FROM posts WHERE (created, id) > ('2024-01-05 00:00', 100) ORDER BY created, id LIMIT 20;
EXPLAIN SELECT * FROM posts WHERE (created, id) < ('2024-01-05 00:00', 100) ORDER BY created DESC, id DESC LIMIT 20;
EXPLAIN SELECT id FROM posts WHERE (score, id) >= (500, 100) ORDER BY score, id LIMIT 5;
EXPLAIN SELECT id FROM posts WHERE (score, id) <= (500, 100);
EXPLAIN SELECT id FROM posts WHERE (score, id) > (500, 100) AND score < 510;
EXPLAIN SELECT id FROM posts WHERE (id, score) > (19990, 100);
EXPLAIN SELECT id FROM posts WHERE (score, title) > (990, 'x');
EXPLAIN SELECT id FROM posts WHERE author = 7 AND (created, id) < ('2024-01-02', 500) ORDER BY created DESC, id DESC LIMIT 10;
EXPLAIN SELECT id FROM posts WHERE (author, created) > (48, '2024-01-10');
EXPLAIN SELECT id FROM posts WHERE (author, score) > (48, 900);
-- The index's columns may stand on the right: the bitmap's filter keeps the comparison as it is written.
EXPLAIN SELECT id FROM posts WHERE ROW(995, 100) < ROW(score, id);
EXPLAIN SELECT id FROM posts WHERE (score, id) = (500, 100);
EXPLAIN SELECT id FROM posts WHERE (score, id, author) > (995, 100, 3);
EXPLAIN SELECT id FROM posts WHERE (score, author, id) > (995, 100, 3);
EXPLAIN SELECT a.id, b.id FROM posts a JOIN posts b ON (b.score, b.id) > (a.score, a.id) AND b.author = a.author WHERE a.id = 5;
EXPLAIN SELECT a.id FROM posts a, posts b WHERE (a.score, a.id) > (b.score, b.id) AND b.id = 7;
EXPLAIN SELECT a.id FROM posts a, posts b WHERE (b.score, b.id) < (a.score, a.id) AND b.id = 7;
-- Values of another type of the family; NULLs.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN SELECT id FROM posts WHERE (score, id) > (500, 100::bigint);
EXPLAIN SELECT id FROM posts WHERE (score, id) > (500::bigint, 100::bigint);
EXPLAIN SELECT id FROM posts WHERE (score, id) > (500.5, 100);
EXPLAIN SELECT id FROM posts WHERE (score, id) > (NULL, 100);
EXPLAIN SELECT id FROM posts WHERE (score, id) > (500, NULL);
-- What they read.
\set run 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS)'
SELECT id, score FROM posts WHERE (score, id) > (500, 15500) ORDER BY score, id LIMIT 6;
SELECT id, score FROM posts WHERE (score, id) < (3, 15000) ORDER BY score DESC, id DESC LIMIT 5;
SELECT count(*) FROM posts WHERE (score, id) > (500, 15500);
SELECT count(*) FROM posts WHERE (score, id) > (500, NULL);
SELECT count(*) FROM posts WHERE (score, id) > (500::bigint, 15500::bigint);
SELECT count(*) FROM posts WHERE (author, created) > (48, '2024-01-10');
SELECT count(*) FROM posts WHERE (author, id) < (1, 600);
SELECT count(*) FROM posts WHERE (score, author, id) > (995, 10, 3);
:run SELECT count(*) FROM posts WHERE (score, id) > (500, 15500) AND score < 510;
:run SELECT id FROM posts WHERE (score, id) > (500, 15500) AND (score, id) < (501, 3000) ORDER BY score DESC, id DESC;
:run SELECT id FROM posts WHERE (score, id) > (500, NULL) AND score < 503;
:run SELECT id FROM posts WHERE (score, id) > (NULL, 3);
:run SELECT id FROM posts WHERE author = 7 AND (created, id) < ('2024-01-02', 500) ORDER BY created DESC, id DESC LIMIT 10;
:run SELECT id FROM posts WHERE author IN (7, 8) AND (created, id) < ('2024-01-02', 500) AND id < 200;
:run SELECT count(*) FROM posts WHERE (author, created) > (48, '2024-01-10') AND id IN (15000, 19999);
RESET enable_bitmapscan;
-- The first run looks up how values of the skipped column are counted.
SELECT count(*) FROM posts WHERE (created, author) > ('2024-01-14', 4);
:run SELECT count(*) FROM posts WHERE (created, author) > ('2024-01-14', 4);
-- A bitmap of arms of which one is checked only in part: the filter checks all again.
CREATE INDEX posts_title ON posts (title);
EXPLAIN SELECT id FROM posts WHERE title LIKE 'title 1999%' OR score = 3;
EXPLAIN SELECT id FROM posts WHERE (score, title) > (998, 'x') OR id < 5;
EXPLAIN SELECT id FROM posts WHERE (title LIKE 'title 1999%' OR score = 3) AND author = 4;
