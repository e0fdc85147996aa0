CREATE SCHEMA app;
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
CREATE DOMAIN app.pos AS numeric(10,2) NOT NULL DEFAULT 1 CONSTRAINT gt CHECK (VALUE > 0) CHECK (VALUE < 1000000);
CREATE DOMAIN named AS int CONSTRAINT nn NOT NULL;
CREATE DOMAIN c_text AS text COLLATE "C";
CREATE DOMAIN codes AS text[] CHECK (array_length(VALUE, 1) < 5);
CREATE DOMAIN over AS email CHECK (length(VALUE) < 40);
COMMENT ON DOMAIN email IS 'how to reach';
\dD
\dD+ em*
\dD app.*
\dD nosuch
SELECT conname, connamespace::regnamespace, contype, convalidated, conrelid, contypid::regtype, conkey, connoinherit, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) FROM pg_constraint WHERE contypid >= 16384 ORDER BY oid;
SELECT conname, pg_get_expr(conbin, 0) FROM pg_constraint WHERE contypid = 'email'::regtype;
SELECT typname, typnotnull, typbasetype::regtype, typtypmod, typdefault, typcollation FROM pg_type WHERE typtype = 'd' AND oid > 16384 ORDER BY 1;
CREATE TABLE t (a email, b app.pos, c c_text, d over, n named);
INSERT INTO t VALUES ('a@b', 2, 'x', 'c@d', 1), ('b@b', 3, 'Y', 'e@f', 2);
INSERT INTO t VALUES ('ab', 2, 'x', 'c@d', 1);
INSERT INTO t VALUES ('a@b', 0, 'x', 'c@d', 1);
INSERT INTO t (a, c, n) VALUES ('a@b', 'z', 3);
SELECT * FROM t ORDER BY c;
\d t
SELECT collation_for(c), collation_for(a) FROM t LIMIT 1;
SELECT count(*) FROM pg_constraint WHERE contypid >= 16384;
DROP DOMAIN email;
DROP DOMAIN email CASCADE;
SELECT conname FROM pg_constraint WHERE contypid >= 16384 ORDER BY 1;
\dD
CREATE FUNCTION app.hidden(a int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION shown(a int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE TYPE app.mood AS ENUM ('a');
CREATE TYPE mood2 AS (a int);
\df shown
\df hidden
\df app.*
\df *.shown
\dT
\dT mood
\dT app.mood
\dT+
CREATE DOMAIN bad AS int COLLATE "C";
CREATE DOMAIN bad AS text COLLATE nosuch;
CREATE DOMAIN c_over AS c_text;
CREATE DOMAIN d_over AS c_text COLLATE "default";
CREATE TABLE tc (a c_text, b c_over, c text, e d_over, f c_text COLLATE "POSIX", g c_text[], h name, i name[], j c_text COLLATE "default");
\d tc
\d+ tc
SELECT attname, attcollation FROM pg_attribute WHERE attrelid = 'tc'::regclass AND attnum > 0;
SELECT collation_for(a), collation_for(a || 'x'), collation_for(c::c_text), collation_for('x'::c_text), collation_for(g[1]), collation_for(e) FROM tc RIGHT JOIN (SELECT 1) s ON true;
SELECT * FROM tc WHERE a < b;
SELECT * FROM tc WHERE a < f;
CREATE INDEX ON tc (a);
CREATE INDEX ON tc (c);
CREATE INDEX ON tc ((c::c_text));
\d tc
\d+ tc
CREATE TABLE ti AS SELECT a, c::c_text AS cc, c FROM tc;
\d ti
