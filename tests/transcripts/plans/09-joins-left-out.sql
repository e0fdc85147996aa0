-- A left join that adds neither columns nor rows is not made: nothing uses its table, and a unique index says that
-- each row finds one match at most.
CREATE TABLE a (id int PRIMARY KEY, b_id int, v text);
CREATE TABLE b (id int PRIMARY KEY, k int, w text, UNIQUE (k, w));
CREATE TABLE c (id int, v text);
CREATE UNIQUE INDEX c_part ON c (id) WHERE v = 'x';
CREATE UNIQUE INDEX c_expr ON c ((id + 1));
INSERT INTO a SELECT i, i % 10, 'v' FROM generate_series(1, 100) i;
INSERT INTO b SELECT i, i, 'w' FROM generate_series(1, 10) i;
ANALYZE a, b, c;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id;
EXPLAIN (COSTS OFF) SELECT count(*) FROM a LEFT JOIN b ON a.b_id = b.id;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM a LEFT JOIN b ON b.id = a.b_id;
EXPLAIN (VERBOSE, COSTS OFF) SELECT a.id FROM a LEFT JOIN b ON a.b_id = b.id ORDER BY a.v;
-- what is used keeps the join
EXPLAIN (COSTS OFF) SELECT a.*, b.w FROM a LEFT JOIN b ON a.b_id = b.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id ORDER BY b.w;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id WHERE b.w IS NULL;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id WHERE b.w IS NULL OR a.id = 3;
EXPLAIN (COSTS OFF) SELECT a.id, (SELECT b.k) FROM a LEFT JOIN b ON a.b_id = b.id;
-- a unique index on two columns needs both
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.k;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.k AND a.v = b.w;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.k AND b.w = 'w';
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id AND b.w > 'x' AND a.id < b.k;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id + 0;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id::bigint = b.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON b.id = 3;
-- indexes that do not say it
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN c ON a.id = c.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN c ON a.id = c.id AND c.v = 'x';
-- one join removed lets another be removed
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id LEFT JOIN b d ON d.id = b.k;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id LEFT JOIN c ON c.id = b.k;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN (b LEFT JOIN b d ON b.k = d.id) ON a.b_id = b.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a JOIN c ON a.id = c.id LEFT JOIN b ON b.id = c.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM b RIGHT JOIN a ON a.b_id = b.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a FULL JOIN b ON a.b_id = b.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a JOIN b ON a.b_id = b.id;
-- changed and locked rows
EXPLAIN (COSTS OFF) UPDATE c SET v = 'y' FROM a LEFT JOIN b ON a.b_id = b.id WHERE c.id = a.id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id FOR UPDATE OF a;
EXPLAIN (COSTS OFF) INSERT INTO c SELECT a.id, a.v FROM a LEFT JOIN b ON a.b_id = b.id;
-- views are where such joins come from
CREATE VIEW ab AS SELECT a.id, a.v, b.w FROM a LEFT JOIN b ON a.b_id = b.id;
EXPLAIN (COSTS OFF) SELECT id, v FROM ab WHERE id < 5;
EXPLAIN (COSTS OFF) SELECT id, w FROM ab WHERE id < 5;
EXPLAIN (COSTS OFF) SELECT * FROM c WHERE id IN (SELECT id FROM ab);
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN ab ON ab.id = a.b_id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN (SELECT * FROM b WHERE k > 3) x ON x.id = a.b_id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN (SELECT DISTINCT k FROM b) x ON x.k = a.b_id;
EXPLAIN (COSTS OFF) SELECT a.* FROM a LEFT JOIN (SELECT k, count(*) FROM b GROUP BY k) x ON x.k = a.b_id;
EXPLAIN SELECT a.* FROM a LEFT JOIN b ON a.b_id = b.id WHERE a.id < 50;
