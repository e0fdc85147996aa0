-- Names that are given to psql's commands: semicolons, parentheses, and what is no command.
CREATE FUNCTION f(a int, b text) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql AS 'SELECT 2';
CREATE FUNCTION g() RETURNS int LANGUAGE sql AS 'SELECT 2';
CREATE VIEW v AS SELECT 1 AS a;
\sf g
\sf g;
\sf g()
\sf f
\sf f(int)
\sf f(int, text)
\sf+ f(integer,text);
\sf f(int, nosuch)
\sf nosuch
\sf nosuch(
\sf $$ BEGIN
\sf public.f(int)
\sf
\sf g h
\sv v
\sv v;
\sv nosuch
\sv
\sv pg_class
\d;
\dt;
\dt ;
\df;
\dn;
\z;
\l;
\d ''
\d v;
\z v ;
\dt v;;
\dv v;
