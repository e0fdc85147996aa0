-- A name may say its database, as long as that is the session's own.
CREATE TABLE t (a int);
INSERT INTO postgres.public.t VALUES (1) RETURNING t.a;
SELECT * FROM postgres.public.t;
SELECT a FROM other.public.t;
SELECT a FROM postgres.public.t, other.pg_catalog.pg_class c;
INSERT INTO other.public.t VALUES (2);
UPDATE other.public.t SET a = 3;
DELETE FROM ONLY other.public.t WHERE a IN (SELECT a FROM more.public.t);
EXPLAIN SELECT (SELECT count(*) FROM "Other".public.t AS s) FROM t;
CREATE VIEW v AS SELECT * FROM other.public.t;
SELECT postgres.public.t.a FROM t;
SELECT other.public.t.a FROM t;
SELECT other.public.t.* FROM t;
SELECT postgres.public.t.* FROM t;
CREATE DATABASE d;
SELECT a FROM d.public.t;
\c d
SELECT a FROM postgres.public.t;
SELECT a FROM d.public.t;
