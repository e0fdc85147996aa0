\set id random(1, 100)
SELECT length(body) FROM documents WHERE id = :id;
