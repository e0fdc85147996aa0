-- Values of fixed length may begin with the byte that marks a TOAST pointer: rows made of them are not taken apart.
CREATE TABLE t (id int PRIMARY KEY, u uuid, n name, v text);
ALTER TABLE t ALTER v SET STORAGE EXTERNAL;
INSERT INTO t VALUES
  (1, '01000000-0000-0000-0000-000000000001', E'\x01\x02abc', repeat('a', 3000)),
  (2, '01120102-0304-0506-0708-090a0b0c0d0e', E'\x01', 'short'),
  (3, '01010000-0000-0000-0000-000000000003', E'\x01\x12', NULL);
SELECT json_agg(s) FROM (SELECT id, u, n, left(v, 5) AS v FROM t ORDER BY id LIMIT 2) s;
SELECT s.id, length(s::text) FROM (SELECT * FROM t ORDER BY id LIMIT 3) s;
SELECT s FROM (SELECT id, u FROM t ORDER BY id LIMIT 3) s;
WITH w AS MATERIALIZED (SELECT id, u, n FROM t) SELECT w, to_json(w) FROM w ORDER BY id;
SELECT x FROM (VALUES (1, '01020304-0506-0708-090a-0b0c0d0e0f10'::uuid), (2, NULL)) x (a, b);
SELECT length(t::text), md5(t::text) FROM t ORDER BY id;
UPDATE t SET id = t.id + 10 FROM (SELECT id, u FROM t ORDER BY id LIMIT 5) s WHERE s.id = t.id RETURNING s, t.id;
DELETE FROM t USING (SELECT id, u, n FROM t ORDER BY id LIMIT 1) s WHERE s.id = t.id RETURNING s.*, s;
