CREATE TABLE src (id int PRIMARY KEY, v text NOT NULL DEFAULT 'd', w varchar(20) CHECK (w <> ''), big text);
ALTER TABLE src ALTER big SET STORAGE EXTERNAL;
CREATE INDEX ON src (v);
INSERT INTO src SELECT i, 'v' || i, 'w', repeat('big', i * 50) FROM generate_series(1, 100) i;
CREATE TABLE c1 (LIKE src);
CREATE TABLE c2 (LIKE src INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
CREATE TABLE c3 (LIKE src INCLUDING STORAGE INCLUDING INDEXES);
CREATE TABLE c4 (LIKE src INCLUDING ALL EXCLUDING INDEXES);
CREATE TABLE c5 AS TABLE src;
CREATE TABLE c6 AS SELECT id, big FROM src WHERE id > 90 WITH NO DATA;
CREATE TABLE c7 (a, b) AS SELECT id, upper(v) FROM src LIMIT 3;
SELECT id, v INTO c8 FROM src WHERE id <= 5;
\d+ c1
\d+ c2
\d+ c3
\d+ c4
\d+ c5
\d+ c6
\d c7
SELECT relname, reltoastrelid <> 0 AS toast, relfilenode = oid AS same FROM pg_class WHERE relname ~ '^c[0-9]$' ORDER BY 1;
SELECT sum(pg_column_size(big)), pg_relation_size('c5'), pg_table_size('c5') FROM c5;
SELECT sum(pg_column_size(big)), pg_relation_size('src'), pg_table_size('src') FROM src;
CREATE UNLOGGED TABLE u (id int, v text);
CREATE TEMP TABLE tmp (id int, v text) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE tmp2 AS SELECT * FROM src;
SELECT relname, relpersistence FROM pg_class WHERE relname IN ('u', 'tmp', 'tmp2') ORDER BY 1;
\d u
\d tmp
INSERT INTO tmp VALUES (1, 'gone');
SELECT count(*) FROM tmp;
SELECT pg_relation_size('u', 'init');
ALTER TABLE u SET LOGGED;
\d+ u
TRUNCATE src;
SELECT pg_relation_size('src'), pg_table_size('src'), count(*) FROM src;
SELECT relfilenode = oid FROM pg_class WHERE relname = 'src';
TRUNCATE TABLE c5, c7;
DROP TABLE c1, c2, c3;
DROP TABLE IF EXISTS c1;
CREATE TABLE IF NOT EXISTS c4 (x int);
ALTER TABLE c4 RENAME TO c44;
ALTER TABLE c44 RENAME COLUMN v TO vv;
\d c44
\dt
