-- FULL joins: which conditions they can have, and what they give.
CREATE TABLE a (id int, x int); CREATE TABLE b (id int, y int);
SELECT * FROM a FULL JOIN b ON a.x < b.y;
SELECT count(*) FROM a FULL JOIN b ON a.x < b.y;
SELECT a.x, count(*) FROM a FULL JOIN b ON a.x < b.y AND a.id = b.id GROUP BY 1 ORDER BY 1;
SELECT * FROM a FULL JOIN b ON true;
SELECT * FROM a FULL JOIN b ON false;
SELECT * FROM a FULL JOIN b ON a.id = 3;
SELECT * FROM a FULL JOIN b ON a.id = b.id OR a.x = b.y;
INSERT INTO a VALUES (1, 2), (2, 3); INSERT INTO b VALUES (2, 5), (7, 8);
SELECT * FROM a FULL JOIN b ON true;
SELECT * FROM a FULL JOIN b ON false ORDER BY 1, 2, 3;
SELECT * FROM a FULL JOIN b ON a.id = b.id AND a.x = 3 ORDER BY 1;
SELECT * FROM a FULL JOIN b ON a.id = b.id AND a.x > 100 ORDER BY 1, 3;
EXPLAIN (COSTS OFF) SELECT * FROM a FULL JOIN b ON true;
EXPLAIN (COSTS OFF) SELECT * FROM a FULL JOIN b ON false;
