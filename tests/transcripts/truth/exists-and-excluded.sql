-- EXISTS that is answered from a hash table is never NULL.
CREATE TABLE emp (id int PRIMARY KEY, name text, dept text, boss int, sal int);
INSERT INTO emp VALUES (1, 'Ada', 'eng', NULL, 200), (2, 'Bob', 'eng', 1, 150), (3, 'Cy', 'ops', 1, 150),
  (4, 'Di', 'ops', 3, 90), (5, 'Ed', 'eng', 2, NULL), (6, 'Flo', NULL, 2, 90);
CREATE TABLE dept (dept text, floor int);
INSERT INTO dept VALUES ('eng', 1), ('hr', 2), (NULL, 9);
ANALYZE;
SELECT id, EXISTS (SELECT 1 FROM emp y WHERE y.boss = e.id) FROM emp e ORDER BY id;
SELECT id, NOT EXISTS (SELECT FROM dept d WHERE d.dept = e.dept) FROM emp e ORDER BY id;
SELECT name FROM emp e WHERE sal > 1000 OR NOT EXISTS (SELECT FROM dept d WHERE d.dept = e.dept) ORDER BY 1;
SELECT id, EXISTS (SELECT FROM dept d WHERE d.dept = e.dept AND d.floor = e.id) FROM emp e ORDER BY id;
SELECT id, id IN (SELECT boss FROM emp) FROM emp e ORDER BY id;
SELECT name FROM emp WHERE sal > 1000 OR id NOT IN (SELECT boss FROM emp);
-- A column that the row of the table and excluded have is ambiguous.
CREATE TABLE counts (k text UNIQUE, n int, twice int GENERATED ALWAYS AS (n * 2) STORED);
INSERT INTO counts VALUES ('x', 1);
INSERT INTO counts VALUES ('x', 1) ON CONFLICT (k) DO UPDATE SET n = n + 1;
INSERT INTO counts AS c VALUES ('x', 1) ON CONFLICT (k) DO UPDATE SET n = n + excluded.n;
INSERT INTO counts VALUES ('x', 1) ON CONFLICT (k) DO UPDATE SET n = 5 WHERE n > 0;
INSERT INTO counts VALUES ('x', 1) ON CONFLICT (k) DO UPDATE SET n = counts.n + 1 WHERE counts.n > 0 RETURNING n, k, twice;
INSERT INTO counts VALUES ('x', 1) ON CONFLICT (k) DO UPDATE SET n = (SELECT max(n) + 1 FROM counts) RETURNING *;
-- Words about what is out of reach, and about sets.
SELECT 1 AS a UNION SELECT 2 AS b ORDER BY b;
SELECT * FROM emp e, (SELECT * FROM dept d WHERE d.dept = e.name) s;
SELECT count(generate_series(1, 3));
SELECT sum(generate_series(1, 3)) OVER ();
SELECT CASE WHEN true THEN generate_series(1, 2) END;
SELECT coalesce(generate_series(1, 2), 0);
GRANT SELECT (id, name), UPDATE ON emp TO nobody;
SELECT * FROM dept d(a, b, c);
CREATE VIEW copied AS SELECT 1 AS a INTO other;
CREATE TABLE named (id int PRIMARY KEY, v text NOT NULL CHECK (v <> ''), u int UNIQUE);
SELECT replace(constraint_name, 'named'::regclass::oid::text, 'OID') AS name, constraint_type, is_deferrable, enforced
  FROM information_schema.table_constraints WHERE table_name = 'named' ORDER BY 2, 1;
