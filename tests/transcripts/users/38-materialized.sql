-- A materialized view is a table that remembers a query.
create table sales (day date, amount numeric);
insert into sales select date '2024-01-01' + i % 30, i from generate_series(1, 3000) i;
create materialized view daily as select day, sum(amount) as total, count(*) as n from sales group by day order by day;
select relkind, pg_relation_size(oid) from pg_class where relname = 'daily';
select * from daily limit 3;
insert into sales values ('2024-01-01', 1000000);
select total from daily where day = '2024-01-01';
refresh materialized view daily;
select total from daily where day = '2024-01-01';
create unique index on daily (day);
explain (costs off) select * from daily where day = '2024-01-05';
create view weekly as select date_trunc('week', day)::date as week, sum(total) from daily group by 1;
select * from weekly order by 1 limit 2;
select pg_get_viewdef('weekly');
create materialized view empty as select 1 as one with no data;
select * from empty;
refresh materialized view empty;
select * from empty;
drop materialized view daily;
drop materialized view daily cascade;
\dm
