-- A BEFORE trigger locks each row, an AFTER trigger has the old row read again, even if it is disabled, is for other
-- columns, or its condition is false; COPY writes many rows at a time unless there is a BEFORE INSERT trigger.
create table t (id int primary key, a int, b text, g int generated always as (a * 2) stored) with (fillfactor = 50);
insert into t (id, a, b) select i, i, repeat('b', i) from generate_series(1, 8) i;
create function f() returns trigger language plpgsql as $$ begin return coalesce(new, old); end $$;
update t set a = 1;
create trigger t1 before update of b on t for each row execute function f();
explain (analyze, wal, costs off, timing off, summary off, buffers off) update t set a = 2;
create trigger t1 before update on t for each row when (new.a < 0) execute function f();
drop trigger t1 on t;
create trigger t1 before update on t for each row when (new.a < 0) execute function f();
explain (analyze, wal, costs off, timing off, summary off, buffers off) update t set a = 3;
drop trigger t1 on t;
create trigger t1 before insert or update or delete on t for each row execute function f();
alter table t disable trigger t1;
explain (analyze, wal, costs off, timing off, summary off, buffers off) update t set a = 4;
begin;
explain (analyze, wal, costs off, timing off, summary off, buffers off) delete from t where id < 3;
rollback;
explain (analyze, wal, costs off, timing off, summary off, buffers off) insert into t values (3, 3, '') on conflict (id) do update set a = 10;
select pg_current_wal_insert_lsn() as l \gset
copy t (id, a) from stdin;
101	1
102	2
\.
select record_type, count(*) from pg_get_wal_records_info(:'l', pg_current_wal_insert_lsn()) where resource_manager like 'Heap%' group by 1 order by 1;
drop trigger t1 on t;
create trigger t1 after insert or update or delete on t for each row execute function f();
select pg_current_wal_insert_lsn() as l \gset
copy t (id, a) from stdin;
201	1
202	2
\.
select record_type, count(*) from pg_get_wal_records_info(:'l', pg_current_wal_insert_lsn()) where resource_manager like 'Heap%' group by 1 order by 1;
alter table t disable trigger t1;
update t set a = a where id < 3;
create function hits(q text) returns int language plpgsql as $$
declare j json;
begin
  execute 'explain (analyze, buffers, format json) ' || q into j;
  return (j -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::int;
end $$;
select hits('update t set a = 5 where id < 6') is not null;
select hits('update t set a = 5 where id < 6'), hits('update t set a = 6 where id < 6');
alter table t disable trigger all;
select hits('insert into t values (3, 3) on conflict (id) do update set a = 10') is not null;
select hits('insert into t values (3, 3) on conflict (id) do update set a = 11');
drop trigger t1 on t;
create trigger t1 before update of b on t for each row execute function f();
select hits('insert into t values (3, 3) on conflict (id) do update set a = 12') is not null;
select hits('insert into t values (3, 3) on conflict (id) do update set a = 13');
create table log (op text, n int);
create function fails() returns trigger language plpgsql as $$ begin insert into log values (tg_op, new.id); return new; end $$;
drop trigger t1 on t;
create trigger t1 after insert on t for each row execute function fails();
copy t (id, a) from stdin;
301	1
302	2
302	3
\.
copy t (id, a) from stdin;
401	1
402	2
\.
table log;
create trigger only_updates before insert on t for each row execute function suppress_redundant_updates_trigger();
insert into t values (500);
drop trigger only_updates on t;
create trigger only_updates after update on t for each row execute function suppress_redundant_updates_trigger();
update t set a = 0 where id = 1;
drop trigger only_updates on t;
create trigger only_updates before update on t for each statement execute function suppress_redundant_updates_trigger();
update t set a = 0 where id = 1;
create schema s;
create type s.pair as (a int, b text);
create type s.mood as enum ('ok');
create domain s.posint as int check (value > 0);
set search_path = '';
alter type s.pair owner to postgres;
alter type s.mood owner to current_user;
alter domain s.posint owner to postgres;
alter domain s.mood owner to postgres;
alter type public.t owner to postgres;
alter type s.mood[] owner to postgres;
alter type s._mood owner to postgres;
alter type s.nope owner to postgres;
alter type nope.nope owner to postgres;
alter type s.pair owner to nobody;
