-- a job queue in a table: why does it get slow?
create table jobs (id serial primary key, state text not null default 'new', payload jsonb, attempts int not null default 0) with (fillfactor = 80);
create index jobs_new on jobs (id) where state = 'new';
insert into jobs (payload) select jsonb_build_object('n', i, 'data', repeat('j', 40)) from generate_series(1, 400) i;
vacuum analyze jobs;
begin;
select id from jobs where state = 'new' order by id limit 3 for update skip locked;
update jobs set state = 'running', attempts = attempts + 1
where id in (select id from jobs where state = 'new' order by id limit 3 for update skip locked) returning id, state;
commit;
with picked as (
  delete from jobs where id = (select min(id) from jobs where state = 'running') returning *
) select id, payload ->> 'n' as n from picked;
do $$
declare j record; n int := 0;
begin
  loop
    select * into j from jobs where state = 'new' order by id limit 1;
    exit when not found or n >= 150;
    update jobs set state = 'running' where id = j.id;
    update jobs set state = 'done' where id = j.id;
    delete from jobs where id = j.id and j.id % 3 = 0;
    n := n + 1;
  end loop;
  raise notice 'processed %', n;
end $$;
select state, count(*) from jobs group by state order by state;
select pg_relation_size('jobs') / 8192 as heap_pages, pg_relation_size('jobs_new') / 8192 as idx_pages;
explain (analyze, buffers, costs off, timing off, summary off) select id from jobs where state = 'new' order by id limit 1;
explain (analyze, buffers, costs off, timing off, summary off) select id from jobs where state = 'new' order by id limit 1;
select count(*) filter (where lp_flags = 0) unused, count(*) filter (where lp_flags = 1) normal, count(*) filter (where lp_flags = 2) redirect, count(*) filter (where lp_flags = 3) dead
from generate_series(0, pg_relation_size('jobs')::int / 8192 - 1) p, heap_page_items(get_raw_page('jobs', p));
select live_items, dead_items, avg_item_size from bt_page_stats('jobs_new', 1);
select count(*), count(*) filter (where dead) from bt_page_items('jobs_new', 1);
vacuum jobs;
explain (analyze, buffers, costs off, timing off, summary off) select id from jobs where state = 'new' order by id limit 1;
select live_items, dead_items, free_size from bt_page_stats('jobs_new', 1);
select attempts, count(*) from jobs where state in ('running', 'done') group by 1 order by 1;
select id, state from jobs where state = 'new' order by id limit 2 for update nowait;
select id, state from jobs order by id desc limit 2 for share;
lock table jobs in exclusive mode;
begin; lock table jobs in share row exclusive mode; select count(*) from jobs; rollback;
insert into jobs (id, payload) values (400, '{}') on conflict (id) do update set attempts = jobs.attempts + 1 returning id, attempts;
insert into jobs (id) values (400) on conflict do nothing returning id;
insert into jobs (id) values (400) on conflict (state) do nothing;
select last_value, is_called from jobs_id_seq;
select setval('jobs_id_seq', 1000), nextval('jobs_id_seq'), currval('jobs_id_seq');
update jobs set payload = payload || jsonb_build_object('big', (select string_agg(md5(i::text), '') from generate_series(1, 200) i)) where id = 400;
select id, pg_column_size(payload), pg_column_size(j.*) from jobs j where id >= 399 order by id;
drop table jobs;
