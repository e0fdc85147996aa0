-- Where psql sends results: \o, \g FILE and \copy.
CREATE TABLE t (id int, v text);
INSERT INTO t VALUES (1, 'one'), (2, 'two');
CREATE TABLE copied (line text);
\o /tmp/toastscope-results.txt
SELECT * FROM t ORDER BY id;
INSERT INTO t VALUES (3, 'three');
\echo to the screen
\qecho to the file
UPDATE t SET v = upper(v) WHERE id = 3 RETURNING *;
SELECT 1/0;
\d t
\dt
\copy t TO stdout
\copy t TO pstdout
COPY t TO STDOUT;
SELECT id, v FROM t ORDER BY id \gx
SELECT 1 AS a, 'x' AS b \gdesc
SELECT v, id, v FROM t ORDER BY 1, 2 \crosstabview
SELECT id AS n FROM t WHERE id = 2 \gset
\pset format html
SELECT :n AS n;
CREATE TABLE html (a int);
\pset format aligned
\o
\echo :n
\copy copied FROM /tmp/toastscope-results.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
SELECT line FROM copied;
TRUNCATE copied;
-- The rows of one query.
SELECT * FROM t WHERE id < 3 ORDER BY id \g /tmp/toastscope-query.txt
SELECT count(*) FROM t;
\copy copied FROM /tmp/toastscope-query.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
SELECT line FROM copied;
TRUNCATE copied;
SELECT * FROM t WHERE id = 1 \gx /tmp/toastscope-query.txt
INSERT INTO t VALUES (4, 'four') RETURNING id \g /tmp/toastscope-query2.txt
COPY t TO STDOUT \g /tmp/toastscope-query3.txt
SELECT id, v FROM t ORDER BY id LIMIT 1 \g (format=csv tuples_only=on) /tmp/toastscope-query4.txt
CREATE TABLE other (a int) \g /tmp/toastscope-query5.txt
\copy copied FROM /tmp/toastscope-query.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
\copy copied FROM /tmp/toastscope-query2.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
\copy copied FROM /tmp/toastscope-query3.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
\copy copied FROM /tmp/toastscope-query4.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
\copy copied FROM /tmp/toastscope-query5.txt WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
SELECT line FROM copied;
TRUNCATE copied;
-- \copy, both ways.
\copy t TO /tmp/toastscope-copy.csv WITH (FORMAT csv, HEADER)
\copy (SELECT v FROM t ORDER BY id) TO '/tmp/toastscope-copy2.csv'
\copy copied FROM /tmp/toastscope-copy2.csv
SELECT * FROM copied;
CREATE TABLE again (LIKE t);
\copy again FROM /tmp/toastscope-copy.csv WITH (FORMAT csv, HEADER)
SELECT count(*) FROM again;
-- Files that cannot be opened.
\o /tmp/toastscope-missing/results.txt
SELECT 'still on the screen' AS a;
SELECT 'nowhere' AS a \g /tmp/toastscope-missing/results.txt
\echo :ERROR
\copy t TO /tmp/toastscope-missing/results.txt
\copy t FROM /tmp/toastscope-missing/results.txt
\copy nothing TO /tmp/toastscope-nothing.txt
SELECT 'the screen again' AS a;
