-- ADD COLUMN with and without a rewrite.
create table big (id int, v text);
insert into big select i, 'v' from generate_series(1, 5000) i;
select pg_relation_filenode('big') as before \gset
alter table big add column a int;
alter table big add column b int default 42;
alter table big add column c timestamptz default '2024-01-01 00:00+00';
select pg_relation_filenode('big') = :before as same_file;
select attname, atthasdef, atthasmissing, attmissingval from pg_attribute where attrelid = 'big'::regclass and attnum > 2;
select * from big where id = 1;
alter table big add column d float default random();
select pg_relation_filenode('big') = :before as same_file;
select count(distinct d) > 4000 as different from big;
select attname, atthasmissing from pg_attribute where attrelid = 'big'::regclass and attnum > 2;
select pg_relation_filenode('big') as before \gset
alter table big alter column v type varchar(100);
select pg_relation_filenode('big') = :before as same_file;
alter table big alter column v type varchar(200);
alter table big alter column v type text;
select pg_relation_filenode('big') = :before as same_file;
alter table big alter column id type bigint;
select pg_relation_filenode('big') = :before as same_file;
alter table big alter column b set not null, alter column b drop default;
\d big
