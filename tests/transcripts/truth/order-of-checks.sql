-- which check comes first
CREATE TABLE t (id int, v text);
CREATE INDEX ti ON t (id);
CREATE TYPE c AS (id int);
CREATE VIEW w AS SELECT 1 AS id;
ALTER TABLE t ALTER nosuch SET STORAGE nosuch;
ALTER TABLE t ALTER nosuch SET STORAGE external;
ALTER TABLE t ALTER v SET STORAGE nosuch;
CREATE INDEX IF NOT EXISTS ti ON t (nosuch);
CREATE INDEX IF NOT EXISTS ti ON t (id);
CREATE INDEX IF NOT EXISTS ti ON t ((nosuch + 1));
CREATE INDEX IF NOT EXISTS ti ON t ((random()));
CREATE INDEX IF NOT EXISTS ti ON t (id) WHERE nosuch;
CREATE INDEX IF NOT EXISTS ti ON t (id) WHERE id;
CREATE INDEX IF NOT EXISTS ti ON t (id nosuch_ops);
CREATE INDEX IF NOT EXISTS ti ON t (id) WITH (nosuch = 1);
CREATE INDEX IF NOT EXISTS t ON t (id);
CREATE INDEX ON ti (id);
CREATE INDEX ON c (id);
CREATE INDEX ON w (nosuch);
CREATE INDEX ON w ((nosuch));
CREATE INDEX ON ti ((nosuch));
-- an index and a composite type are no tables
SELECT * FROM ti;
SELECT * FROM c;
INSERT INTO ti VALUES (1);
UPDATE c SET id = 1;
DELETE FROM ti;
COPY ti TO STDOUT;
COPY c TO STDOUT;
CREATE TRIGGER g BEFORE INSERT ON ti FOR EACH ROW EXECUTE FUNCTION nosuch();
-- words of operators as labels
SELECT t IS, id FROM t;
SELECT 1 IS;
SELECT 1 ISNULL;
SELECT id in, 1 FROM t;
SELECT id like FROM t;
SELECT id between, 2 FROM t;
SELECT id collate, 2 FROM t;
SELECT id and, id or, id at, id operator FROM t;
SELECT (id is) FROM t;
SELECT id is null, v like 'x', id in (1) FROM t WHERE v like;
INSERT INTO t VALUES (1, 'x') RETURNING id is;
-- letters behind a command of psql
\dpx t
\dpfoo t
\dtx t
\dt+x t
-- rows of constants in plans
EXPLAIN (VERBOSE, COSTS OFF) SELECT row(1, 2), (1, 'a'), row(1, now()), row(1, row(2, 3)), row(), row(NULL) FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT row(1, NULL) IS NULL, array[row(1, 2)], row(1, 'a b'::text)::text FROM t;
EXPLAIN (VERBOSE, COSTS OFF) SELECT to_jsonb(row(1, 2)), coalesce(row(1, 2), row(id, 3)) FROM t WHERE t = row(1, 'x');
EXPLAIN (VERBOSE, COSTS OFF) SELECT row(1, 2) UNION ALL SELECT row(3, 4);
-- LEAKPROOF
CREATE FUNCTION f(a int) RETURNS int LEAKPROOF IMMUTABLE STRICT LANGUAGE sql AS 'SELECT 1';
\sf f
SELECT proleakproof FROM pg_proc WHERE proname = 'f';
-- the line that an error of CSV is in
COPY t FROM STDIN CSV;
1,"a
b
c"
x,2
\.
COPY t FROM STDIN CSV;
1,a
2,"a
b"
x,2
\.
-- a query that cannot be planned makes no table
SELECT txid_current() AS x \gset
CREATE TABLE a AS SELECT 1/0 AS x;
CREATE TABLE a AS SELECT 1/(id - 1) AS x FROM t;
CREATE MATERIALIZED VIEW m AS SELECT 1/0 AS x;
SELECT txid_current() - :x AS taken;
