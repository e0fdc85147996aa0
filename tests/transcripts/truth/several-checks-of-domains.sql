CREATE DOMAIN username AS varchar(50)
 CHECK (VALUE ~ '^[a-z0-9_]+$')
 CHECK (length(VALUE) >= 3)
 CHECK (length(VALUE) <= 30);
SELECT 'ab'::username;
SELECT 'A'::username;
SELECT repeat('a',31)::username;
CREATE DOMAIN u2 AS int CHECK (VALUE > 0) CONSTRAINT aaa CHECK (VALUE > 10) NOT NULL CHECK (VALUE > 20);
SELECT 5::u2;
SELECT (-5)::u2;
SELECT 15::u2;
CREATE TABLE t (a username, b u2);
INSERT INTO t VALUES ('ab', 30);
INSERT INTO t VALUES ('abc', 15);
INSERT INTO t VALUES ('abc', NULL);
CREATE DOMAIN u3 AS username CHECK (VALUE <> 'abc');
SELECT 'ab'::u3;
SELECT 'abc'::u3;
\dD

CREATE DOMAIN u4 AS int CONSTRAINT k CHECK (VALUE > 0) CONSTRAINT k CHECK (VALUE > 1);
CREATE TABLE w (x int CONSTRAINT u5_check CHECK (x > 0));
CREATE DOMAIN u5 AS int CHECK (VALUE > 0) CHECK (VALUE > 1);
SELECT 0::u5;
CREATE TABLE username (check1 int CHECK (check1 > 0));
\d username
CREATE DOMAIN u6 AS int NOT NULL CHECK (VALUE > 0);
SELECT conname, contype FROM pg_constraint WHERE contypid = 'u6'::regtype ORDER BY 1;
\dD u2
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = 'u2'::regtype AND contype = 'c' ORDER BY conname;
