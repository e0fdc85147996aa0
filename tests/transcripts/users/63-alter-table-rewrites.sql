-- which ALTER TABLE rewrites the table? watch the relfilenode
select setseed(0.25);
create table a (id int, name varchar(20), amount numeric(8,2), flag boolean, created timestamp);
insert into a select g, 'name ' || g, g * 1.5, g % 2 = 0, '2024-01-01'::timestamp + g * interval '1 hour' from generate_series(1, 400) g;
create index a_name on a (name);
create function watch(what text) returns text language plpgsql as $$
declare before text; after text; ib text; ia text;
begin
  select pg_relation_filenode('a'), pg_relation_filenode('a_name') into before, ib;
  execute what;
  select pg_relation_filenode('a'), pg_relation_filenode('a_name') into after, ia;
  return format('%-12s %-12s %s', case when before = after then 'same' else 'REWRITE' end,
                case when ib = ia then 'same' else 'new index' end, what);
end $$;
select watch('alter table a add column c1 int');
select watch('alter table a add column c2 int default 7');
select watch('alter table a add column c3 text default md5(''x'')');
select watch('alter table a add column c4 float default random()');
select watch('alter table a alter name type varchar(40)');
select watch('alter table a alter name type text');
select watch('alter table a alter name type varchar(30)');
select watch('alter table a alter amount type numeric(10,2)');
select watch('alter table a alter amount type numeric(10,3)');
select watch('alter table a alter id type bigint');
select watch('alter table a alter created type timestamptz');
select watch('alter table a alter flag set not null');
select watch('alter table a drop column c1');
select watch('alter table a set (fillfactor = 50)');
select watch('vacuum a');
select watch('cluster a using a_name');
select watch('truncate a');
select pg_relation_size('a'), pg_relation_size('a_name');
select attname, atthasmissing, attmissingval, format_type(atttypid, atttypmod), attnotnull
from pg_attribute where attrelid = 'a'::regclass and attnum > 0 and not attisdropped order by attnum;
insert into a (id, name, flag) values (1, 'x', true), (2, 'y', false);
alter table a add constraint pos check (id > 1);
alter table a add constraint pos check (id > 1) not valid;
alter table a validate constraint pos;
insert into a (id, flag) values (0, true);
insert into a (id) values (3);
alter table a alter id type text;
alter table a drop constraint pos;
alter table a alter id type text;
alter table a alter id type int;
alter table a alter id type int using id::int;
alter table a alter id add generated always as identity;
alter table a alter id set not null, alter id add generated always as identity (start with 10);
insert into a (flag) values (true) returning id;
insert into a (id, flag) values (5, true);
insert into a (id, flag) overriding system value values (5, true) returning id;
alter table a rename amount to total;
alter table a rename to b;
\d b
drop table b; drop function watch;
