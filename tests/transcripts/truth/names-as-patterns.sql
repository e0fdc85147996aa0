-- Names in psql's commands are regular expressions, with * and ? as in file names.
CREATE TABLE t (id int, v text);
CREATE TABLE u (id int, a text);
CREATE TABLE "t$" (id int);
CREATE TABLE "a""b" (id int);
CREATE FUNCTION f1(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
\d [tu]
\dt t|u
\dt (t|u)
\dt t+
\dt t$
\dt "t+"
\dt "t$"
\dt "a""b"
\dt t{1}
\dt ^t
\dt t?
\dt publi?.[a-t]
\dt t[]
\dt (t
\dt t)
\dt t]
\dt [t
\d +
\d (t
\dn (p
\df (x
\df+ +
\df f[0-9]
\d 't\x00ff'
BEGIN;
\dt (t
SELECT 1;
ROLLBACK;
\sf (f1)::float8
\sf f1(int
\sf f1)
\sf f1(int)

-- Letters behind those of a command, and numbers that end early.
\dis* t*
\dtx t
\dshow nosuch
\dnx p*
\dfz
\d;x
\encoding nosuch FILTER (WHERE true)
\pset border 2x
\pset border -1
\pset border 1
\pset columns 1e2
\pset columns 0
\pset xheader_width full
SELECT 1 FROM t \gset (x)::bigint
SELECT 1 AS a \gset (x)
\x
SELECT ;
SELECT FROM t;
\x
\dl (x
\dt+t('t
