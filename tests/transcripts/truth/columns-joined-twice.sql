CREATE TABLE d (id int, n text);
CREATE TABLE e (id int, v int);
SELECT * FROM d JOIN e USING (id, id);
SELECT * FROM d JOIN e USING (id, nope, id);
SELECT * FROM d JOIN e USING (nope, nope);
SELECT * FROM d LEFT JOIN (d AS x JOIN e USING (id, id)) USING (id);
