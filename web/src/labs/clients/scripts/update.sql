\set id random(1, 4)
UPDATE counters SET n = n + 1 WHERE id = :id;
