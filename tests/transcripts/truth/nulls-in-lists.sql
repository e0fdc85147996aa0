\pset null x
CREATE TABLE t (a int); CREATE VIEW v AS SELECT 1 AS a;
\dt+
\dv+
\dn+
\du
\du+
\df+ nope
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE PROCEDURE p() LANGUAGE sql AS 'SELECT 1';
\df+ f
\dx
\l
\dp
\z t
\dl
\db
CREATE TYPE ty AS ENUM ('a'); CREATE TYPE tc AS (a int);
\dT
\dT+
\d t
\d+ t
\dti+
\d
\d+
COMMENT ON TABLE t IS 'told'; COMMENT ON TYPE ty IS 'told'; COMMENT ON SCHEMA public IS NULL;
\dt+
\dT
\dn+
\pset null
\pset null ''
\dt+
