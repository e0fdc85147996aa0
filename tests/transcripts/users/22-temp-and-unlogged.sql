-- Tables of three kinds.
create table plain_t (id int primary key, v text);
create unlogged table unlogged_t (id int primary key, v text);
create temporary table temp_t (id int primary key, v text) on commit delete rows;
select relname, relpersistence, pg_relation_size(oid, 'init') as init from pg_class where relname in ('plain_t', 'unlogged_t', 'temp_t', 'unlogged_t_pkey') order by 1;
insert into plain_t select i, 'x' from generate_series(1, 10) i;
insert into unlogged_t select * from plain_t;
insert into temp_t select * from plain_t;
select (select count(*) from unlogged_t) as unlogged, (select count(*) from temp_t) as temp;
begin;
insert into temp_t values (1, 'here');
select count(*) from temp_t;
commit;
select count(*) from temp_t;
alter table unlogged_t set logged;
select relname, relpersistence, pg_relation_size(oid, 'init') as init from pg_class where relname in ('unlogged_t', 'unlogged_t_pkey') order by 1;
alter table plain_t set unlogged;
select relpersistence from pg_class where relname = 'plain_t';
create unlogged sequence s;
select nextval('s'), nextval('s');
\dt
drop table temp_t;
