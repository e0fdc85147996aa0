-- A prepared statement whose result would have other columns; ON COMMIT of a table that is not temporary; COPY with an ESCAPE of its own.
CREATE TABLE item (id int, name text);
INSERT INTO item VALUES (1, 'nut');
PREPARE all_columns AS SELECT * FROM item;
PREPARE by_id (int) AS SELECT * FROM item WHERE id = $1;
PREPARE one_column AS SELECT id FROM item;
PREPARE adds (int) AS INSERT INTO item (id) VALUES ($1) RETURNING *;
PREPARE quiet (int) AS INSERT INTO item (id) VALUES ($1);
EXECUTE all_columns;
ALTER TABLE item ADD COLUMN price numeric;
EXECUTE all_columns;
EXECUTE by_id (1);
EXECUTE one_column;
EXECUTE adds (2);
EXECUTE quiet (3);
EXPLAIN (COSTS OFF) EXECUTE all_columns;
ALTER TABLE item DROP COLUMN price;
EXECUTE all_columns;
ALTER TABLE item ALTER COLUMN name TYPE varchar(10);
EXECUTE all_columns;
ALTER TABLE item ALTER COLUMN name TYPE text;
ALTER TABLE item RENAME COLUMN name TO label;
EXECUTE all_columns;
EXECUTE one_column;
DEALLOCATE all_columns;
PREPARE all_columns AS SELECT * FROM item ORDER BY id;
EXECUTE all_columns;
CREATE TABLE kept (a int) ON COMMIT DROP;
CREATE TABLE kept (a int) ON COMMIT PRESERVE ROWS;
CREATE TABLE kept ON COMMIT DELETE ROWS AS SELECT 1 AS a;
CREATE TEMP TABLE kept ON COMMIT PRESERVE ROWS AS SELECT 1 AS a;
CREATE TABLE quoted (id int, t text);
COPY quoted FROM stdin (FORMAT csv, QUOTE '''', ESCAPE '\');
1,'it\'s'
2,'a\\'
3,'over
two \' lines'
5,'a\b'
\.
COPY quoted FROM stdin (FORMAT csv, ESCAPE '\');
6,"a\"b"
7,"c""d"
8,"\\"
\.
SELECT * FROM quoted ORDER BY id;
COPY quoted TO stdout (FORMAT csv, QUOTE '''', ESCAPE '\');
