-- What names a temporary table is temporary; and a sum of numbers is a number of its own, with a plain header.
create temp table tt(a int); 
create materialized view m as select * from tt;
create table t2(a int);
create view v as select * from tt;
create materialized view m2 as select * from v;
create materialized view m3 as select * from t2 where a in (select a from tt);
create materialized view m4 as with x as (select * from tt) select * from x;
create table n(v numeric); insert into n values (1.5);
select pg_column_size(sum(v)), pg_column_size(max(v)), pg_column_size(avg(v)), pg_column_size(sum(v)+0), pg_column_size(v+0) from n group by v;
select relname, relpersistence, relkind from pg_class where relname in ('v','m','m2','m3','m4') order by 1;
create view public.v9 as select * from tt;
create view v10 as with x as (select * from tt) select * from x;
create view v11 as select (select count(*) from tt) c;
select pg_column_size(sum(v)) from n where v > 3;
select pg_column_size(s) from (select sum(v) s from n) q;
select sum(v), avg(v) from (values ('NaN'::numeric)) t(v);
select sum(v) from (values (1.500)) t(v);
