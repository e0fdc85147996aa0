-- Four ways to copy a table, and what they keep.
create table src (id int primary key, v text);
alter table src alter v set storage external;
insert into src select i, repeat('x', 3000) from generate_series(1, 50) i;
delete from src where id % 2 = 0;
create table c1 as select * from src;
create table c2 (like src);
create table c3 (like src including all);
insert into c2 select * from src;
insert into c3 select * from src;
create table c4 as table src with no data;
select relname, pg_table_size(oid), pg_indexes_size(oid) from pg_class where relname in ('src', 'c1', 'c2', 'c3', 'c4') order by 1;
select attrelid::regclass, attstorage from pg_attribute where attname = 'v' and attrelid in ('src'::regclass, 'c1'::regclass, 'c2'::regclass, 'c3'::regclass) order by 1;
select avg(pg_column_size(v))::int from c1;
select avg(pg_column_size(v))::int from c3;
select * into c5 from src where id < 10;
select count(*), sum(pg_column_size(v)) from c5;
\d c3
select count(*) from (select * from src except select * from c1) d;
