-- Does a constraint cost space?
create table parent (id int primary key, name text unique);
create table child (id int primary key, parent int references parent on delete cascade, v text check (length(v) < 10));
insert into parent select i, 'name ' || i from generate_series(1, 200) i;
insert into child select i, 1 + i % 200, 'v' from generate_series(1, 1000) i;
select conname, contype, conrelid::regclass from pg_constraint where conrelid in ('parent'::regclass, 'child'::regclass) order by 1;
select indexrelid::regclass, pg_relation_size(indexrelid) from pg_index where indrelid in ('parent'::regclass, 'child'::regclass) order by 1;
insert into child values (2000, 999, 'x');
insert into child values (1, 1, 'x');
insert into child values (2000, 1, 'much too long a text');
insert into parent values (201, 'name 1');
explain (analyze, costs off, timing off, summary off) delete from parent where id = 7;
select count(*) from child;
create index on child (parent);
delete from parent where id <= 100;
select count(*) from child;
select pg_relation_size('child') as before;
vacuum child;
alter table child add constraint positive check (id > 0) not valid;
alter table child validate constraint positive;
alter table child drop constraint child_parent_fkey;
\d child
