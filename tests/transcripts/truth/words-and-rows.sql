-- Words that are names or not, by the word after them; rows by name; what a table and a view may not be.
CREATE TABLE t (id int, v text);
CREATE TABLE u (id int, a text);
INSERT INTO t VALUES (1, 'a');
INSERT INTO u VALUES (1, 'b');

-- FORMAT before JSON and WITHOUT before TIME, from 16 on; NULLS before FIRST.
SELECT 1 FORMAT JSON;
SELECT 1 AS format json;
SELECT 1 FROM t FORMAT JSON;
SELECT 1 FROM t "format" JSON;
SELECT 1 FROM t format;
SELECT t.format json FROM t;
COPY t TO STDOUT (FORMAT JSON);
EXPLAIN (SUMMARY FORMAT JSON) SELECT 1;
EXPLAIN (SUMMARY WITHOUT TIME) SELECT 1;
SELECT 1 AS nulls first;
SELECT 1 FROM t nulls first;
SELECT 1 FROM t without time;
CREATE TABLE f2 (format json);
CREATE TABLE f3 (nulls first);
CREATE TABLE f4 (without time);
CREATE INDEX ON u (id NULLS CREATE);
CREATE INDEX ON u (id NULLS);
CREATE INDEX ON u (id include);

-- Words that end a statement, and what the grammar has without a use.
DECLARE c CURSOR FOR SELECT 1;
FETCH BACKWARD;
FETCH ABSOLUTE;
FETCH ALL;
MOVE prior;
SELECT UNIQUE.n > 3;
SELECT UNIQUE (SELECT 1);
SELECT 1 WHERE UNIQUE NULLS (SELECT 1);
ALTER TABLE t NOT NULL;
ALTER TABLE t NOT;

-- rel.* among operands.
SELECT * FROM t, u WHERE t.id = u.id.*;
SELECT * FROM t, u WHERE t.id = u.id .*;
SELECT * FROM t, u WHERE t.* = public.u.*;
SELECT * FROM t, u WHERE t.* = postgres.public.t.*;
SELECT * FROM t, u WHERE t.id = other.public.u.*;
SELECT * FROM t, u WHERE t.id = a.b.c.d.*;
SELECT * FROM t, u WHERE t.id = nosuch.*;
SELECT (u.id).* FROM u;
UPDATE t SET v = 'x' FROM u WHERE t.id = u.id .*;

-- A column of the table's own row type.
CREATE TABLE a (id int);
ALTER TABLE a ALTER id TYPE a;
ALTER TABLE a ADD c a;
ALTER TABLE a ADD c a[];
CREATE TYPE holder AS (x a);
ALTER TABLE a ADD c holder;
CREATE DOMAIN held AS a[];
ALTER TABLE a ADD c held;

-- A check option asks for a view that can be changed.
CREATE VIEW v3 WITH (check_option = local) AS SELECT 1 p;
CREATE VIEW v3 WITH (check_option = some) AS SELECT 1 p;
CREATE VIEW v3 WITH (check_option = some) AS SELECT id FROM t;
CREATE VIEW v3 WITH (check_option = local) AS SELECT DISTINCT id FROM t;
CREATE VIEW v3 WITH (check_option = local) AS SELECT id FROM t GROUP BY id;
CREATE VIEW v3 WITH (check_option = local) AS SELECT count(*) FROM t;
CREATE VIEW v3 WITH (check_option = local) AS SELECT id FROM t LIMIT 1;
CREATE VIEW v3 WITH (check_option = local) AS SELECT t.id FROM t, u;
CREATE VIEW v3 WITH (check_option = local) AS SELECT id + 1 AS id FROM t;
CREATE VIEW v3 WITH (check_option = local) AS SELECT id FROM t UNION SELECT 2;
CREATE VIEW v3 AS SELECT id FROM t WITH CHECK OPTION;

-- The fields of a function's row by name.
CREATE EXTENSION IF NOT EXISTS pageinspect;
EXPLAIN (VERBOSE, COSTS OFF) SELECT lp, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).raw_flags FROM heap_page_items(get_raw_page('t', 0)) LIMIT 1;
EXPLAIN (VERBOSE, COSTS OFF) SELECT (json_each(v::json)).key FROM t;

-- What a checkpoint's redo point says.
SELECT pg_current_wal_insert_lsn() AS a \gset
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT description FROM pg_get_wal_records_info(:'a', :'b') WHERE record_type = 'CHECKPOINT_REDO';

-- A histogram in the order of another type; conditions that hold for no row of a full join.
CREATE TABLE numbers (id int PRIMARY KEY, x int);
INSERT INTO numbers SELECT i, i % 50 FROM generate_series(1, 2000) i;
ANALYZE numbers;
EXPLAIN SELECT * FROM numbers WHERE id < '4'::oid;
EXPLAIN SELECT * FROM numbers WHERE id::oid < '400'::oid;
EXPLAIN SELECT * FROM numbers WHERE id::oid > '400'::oid;
EXPLAIN SELECT * FROM numbers WHERE id::bigint < 40::bigint;
EXPLAIN SELECT * FROM numbers FULL JOIN t USING (id) WHERE 1.5 IN (7, 8);
EXPLAIN SELECT * FROM numbers FULL JOIN t USING (id) WHERE false;
