-- \gdesc of what is no query, \g with an option that there is not, \sv of a table, names of too many parts.
CREATE TABLE item (id int, name text);
INSERT INTO item VALUES (1, 'nut');
CREATE VIEW v AS SELECT id FROM item;
CREATE MATERIALIZED VIEW mv AS SELECT id FROM item;
SELECT id, name FROM item \gdesc
UPDATE item SET id = 7 \gdesc
DELETE FROM item \gdesc
INSERT INTO item VALUES (2, 'bolt') \gdesc
SELECT FROM item \gdesc
SELECT \gdesc
WITH a AS (SELECT 1 AS one) SELECT * FROM a \gdesc
SELECT nosuch FROM item \gdesc
SELECT * FROM item;
SELECT 1 AS one \g (nosuch=1)
, 2 AS two;
SELECT 1 AS one, 2 AS two \g (format=csv)
\sv v
\sv item
\sv mv
\sv nosuch
\d a.b.c.d
\dt a.b.c.d
\dt *.item
