-- Heap Fetches and the visibility map.
create table vm (id int primary key, v text);
insert into vm select i, md5(i::text) from generate_series(1, 2000) i;
analyze vm;
explain (analyze, buffers, costs off, timing off, summary off) select id from vm where id between 100 and 200;
explain (analyze, buffers, costs off, timing off, summary off) select id from vm where id between 100 and 200;
select count(*) filter (where all_visible) as visible, count(*) filter (where all_frozen) as frozen, count(*) from pg_visibility_map('vm');
vacuum vm;
select * from pg_visibility_map_summary('vm');
explain (analyze, buffers, costs off, timing off, summary off) select id from vm where id between 100 and 200;
explain (analyze, buffers, costs off, timing off, summary off) select id from vm where id between 100 and 200;
update vm set v = 'new' where id = 150;
explain (analyze, buffers, costs off, timing off, summary off) select id from vm where id between 100 and 200;
explain (analyze, buffers, costs off, timing off, summary off) select id from vm where id between 100 and 200;
select blkno, all_visible, all_frozen, pd_all_visible from pg_visibility('vm') where not all_visible;
vacuum (freeze) vm;
select * from pg_visibility_map_summary('vm');
select relpages, relallvisible from pg_class where relname = 'vm';
select * from pg_check_visible('vm');
