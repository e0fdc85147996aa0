-- What calls a function shows the name that it has now.
create function f(int) returns int immutable language sql as 'select $1 + 1';
create table t (i int, a int default f(1), check (f(i) < 100), g int generated always as (f(i)) stored);
create view v as select i, f(i) as x from t where f(i) > 0;
create index on t (f(i)) where f(i) > 3;
alter function f(int) rename to ff;
select pg_get_viewdef('v');
\d t
\d+ v
create schema s;
alter function ff(int) set schema s;
select pg_get_viewdef('v');
\d t
alter schema s rename to s2;
select pg_get_viewdef('v');
set search_path = s2, public;
select pg_get_viewdef('v');
select pg_get_expr(adbin, adrelid) from pg_attrdef order by adnum;
select pg_get_constraintdef(oid) from pg_constraint where conrelid = 't'::regclass and contype = 'c';
