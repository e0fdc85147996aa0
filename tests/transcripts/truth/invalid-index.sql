CREATE TABLE u (a int, b text);
INSERT INTO u VALUES (1, 'x'), (1, 'y');
CREATE UNIQUE INDEX CONCURRENTLY u_a ON u (a);
\d u
SELECT indexrelid::regclass, indisvalid, indisready, indislive FROM pg_index WHERE indrelid = 'u'::regclass;
SELECT relname, relpages, relkind FROM pg_class WHERE relname = 'u_a';
INSERT INTO u VALUES (1, 'z');
INSERT INTO u VALUES (2, 'z');
SELECT pg_relation_size('u_a');
EXPLAIN (COSTS OFF) SELECT * FROM u WHERE a = 1;
CREATE UNIQUE INDEX CONCURRENTLY u_a ON u (a);
REINDEX INDEX u_a;
DELETE FROM u WHERE b = 'y';
REINDEX INDEX u_a;
SELECT indexrelid::regclass, indisvalid, indisready FROM pg_index WHERE indrelid = 'u'::regclass;
DROP INDEX u_a;
CREATE UNIQUE INDEX CONCURRENTLY u_a ON u (a);
\d u
CREATE INDEX CONCURRENTLY u_e ON u ((1 / (a - 1)));
\d u
DROP INDEX CONCURRENTLY u_e;
