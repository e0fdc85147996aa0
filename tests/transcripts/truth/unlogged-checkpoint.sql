-- A checkpoint passes the pages of unlogged relations by, whatever their kind.
CREATE EXTENSION pg_buffercache;
CREATE UNLOGGED TABLE ul (id int PRIMARY KEY, v text);
CREATE TABLE lo (id int PRIMARY KEY, v text);
ALTER TABLE ul ALTER v SET STORAGE EXTERNAL;
ALTER TABLE lo ALTER v SET STORAGE EXTERNAL;
INSERT INTO ul SELECT i, repeat('x', 3000) FROM generate_series(1, 100) i;
INSERT INTO lo SELECT i, repeat('x', 3000) FROM generate_series(1, 100) i;
CREATE VIEW buffers AS
SELECT replace(c.relname, coalesce(t.oid, 0)::text, coalesce(t.relname, '')) AS relation, relforknumber AS fork,
       count(*) FILTER (WHERE isdirty) AS dirty, count(*) AS pages
FROM pg_buffercache b JOIN pg_class c ON b.relfilenode = c.relfilenode
     LEFT JOIN pg_class t ON c.relname ~ ('pg_toast_' || t.oid) AND t.relkind = 'r'
WHERE c.oid >= 16384
GROUP BY 1, 2;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
CHECKPOINT;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
UPDATE ul SET id = id + 1000 WHERE id < 10;
UPDATE lo SET id = id + 1000 WHERE id < 10;
VACUUM ul, lo;
CHECKPOINT;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
-- Logged, it is written; unlogged, it is not.
ALTER TABLE ul SET LOGGED;
ALTER TABLE lo SET UNLOGGED;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
CHECKPOINT;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
CREATE INDEX ON lo (v) WHERE id < 0;
REINDEX TABLE lo;
CHECKPOINT;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
TRUNCATE lo;
INSERT INTO lo VALUES (1, 'a');
CHECKPOINT;
SELECT * FROM buffers WHERE relation ~ 'ul|lo' ORDER BY 1, 2;
