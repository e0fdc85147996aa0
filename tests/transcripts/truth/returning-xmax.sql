CREATE TABLE u (id int PRIMARY KEY, v text);
INSERT INTO u VALUES (1, 'a'), (2, 'b');
INSERT INTO u VALUES (1, 'x'), (3, 'c') ON CONFLICT (id) DO UPDATE SET v = excluded.v RETURNING id, xmax = 0 AS inserted;
DELETE FROM u WHERE id = 2 RETURNING id, xmax <> 0 AS deleted;
UPDATE u SET v = 'z' RETURNING id, xmax = 0 AS x;
SELECT id, v FROM u ORDER BY 1;
