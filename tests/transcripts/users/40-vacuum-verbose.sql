-- Reading what VACUUM VERBOSE says.
create table vv (id int primary key, v text, big text);
alter table vv alter big set storage external;
insert into vv select i, 'v', case when i % 10 = 0 then repeat('b', 3000) end from generate_series(1, 1000) i;
vacuum vv;
delete from vv where id % 4 = 0;
update vv set v = 'w' where id % 5 = 0;
\set VERBOSITY terse
vacuum (index_cleanup off) vv;
select count(*) filter (where lp_flags = 3) as dead, count(*) filter (where lp_flags = 2) as redirected, count(*) filter (where lp_flags = 1) as normal from heap_page_items(get_raw_page('vv', 0));
vacuum (index_cleanup on) vv;
select count(*) filter (where lp_flags = 3) as dead, count(*) filter (where lp_flags = 0) as unused, count(*) filter (where lp_flags = 1) as normal from heap_page_items(get_raw_page('vv', 0));
vacuum (full, freeze, analyze) vv;
select relpages, reltuples, relallvisible from pg_class where relname = 'vv';
select * from pg_visibility_map_summary('vv');
vacuum vv;
select relpages, reltuples, relallvisible from pg_class where relname = 'vv';
vacuum (process_toast false) vv;
vacuum (full, disable_page_skipping) vv;
vacuum (nonsense) vv;
vacuum vv (id);
begin;
vacuum vv;
rollback;
analyze vv (id, v);
vacuum (analyze) vv (id);
