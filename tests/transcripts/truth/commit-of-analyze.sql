-- VACUUM ANALYZE of one table ends with a commit that is on disk, so that VACUUM of another may write that the
-- transactions before it committed.
CREATE TABLE few (id int, v text);
CREATE TABLE many (id int, v text);
INSERT INTO many SELECT i, repeat('x', 500) FROM generate_series(1, 200) i;
INSERT INTO few SELECT i, repeat(md5(i::text), 60) FROM generate_series(1, 5) i;
VACUUM ANALYZE few;
VACUUM many;
SELECT * FROM pg_visibility_map_summary('many');
SELECT t_infomask::bit(16), count(*) FROM heap_page_items(get_raw_page('many', 0)) GROUP BY 1;
SET synchronous_commit = off;
INSERT INTO many SELECT i, repeat('x', 500) FROM generate_series(1, 5) i;
VACUUM ANALYZE few;
SELECT count(*) FROM few;
