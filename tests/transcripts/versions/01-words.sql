-- What a version has that another has not, or says otherwise.
CREATE TABLE docs (id int PRIMARY KEY, body text STORAGE EXTERNAL, note varchar(30) STORAGE PLAIN);
CREATE TABLE pages (id int, body text, size int);
ALTER TABLE pages ALTER body SET STORAGE EXTERNAL;
INSERT INTO pages SELECT i, repeat('x', 1500 * i), 1500 * i FROM generate_series(1, 3) i;
SELECT id, pg_column_toast_chunk_id(body) IS NOT NULL AS toasted FROM pages ORDER BY id;
SELECT pg_column_toast_chunk_id(size), pg_column_toast_chunk_id(NULL::text) FROM pages LIMIT 1;
CREATE VIEW long AS SELECT id, upper(body) AS body FROM pages p WHERE size > 10 ORDER BY p.id DESC;
\d+ long
CREATE VIEW two AS SELECT a.id, b.body FROM pages a JOIN long b USING (id) WHERE a.id IN (SELECT id FROM pages);
SELECT pg_get_viewdef('two'::regclass, true);
CREATE VIEW sums AS SELECT size, count(*) AS n, (SELECT max(id) FROM pages q WHERE q.size = pages.size) AS most FROM pages GROUP BY size;
SELECT pg_get_viewdef('sums'::regclass);
CREATE VIEW both_of AS SELECT id FROM pages UNION ALL SELECT id FROM long;
SELECT pg_get_viewdef('both_of'::regclass, true);
CREATE VIEW whole AS SELECT p AS row, p.id FROM pages AS p;
SELECT pg_get_viewdef('whole'::regclass, true);
CREATE INDEX ON pages (id);
SELECT * FROM bt_page_stats('pages_id_idx', 9);
SELECT pg_stat_reset_shared('nothing');
\l postgres
CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * n';
\df+ twice
