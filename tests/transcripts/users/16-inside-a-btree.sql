-- From the meta page to a leaf.
create table bt (id int, name text);
insert into bt select i, 'name ' || lpad(i::text, 5, '0') from generate_series(1, 3000) i;
create index bt_name on bt (name);
select * from bt_metap('bt_name');
select blkno, type, live_items, dead_items, avg_item_size, free_size, btpo_prev, btpo_next, btpo_level from bt_page_stats('bt_name', 3);
select itemoffset, ctid, itemlen, nulls, vars, data from bt_page_items('bt_name', 3) limit 5;
select itemoffset, ctid, itemlen, left(data, 60) as key from bt_page_items('bt_name', 1) limit 3;
explain (analyze, buffers, costs off, timing off, summary off) select * from bt where name = 'name 01234';
explain (analyze, buffers, costs off, timing off, summary off) select * from bt where name = 'name 01234';
create table dup (k int);
insert into dup select i % 3 from generate_series(1, 3000) i;
create index dup_on on dup (k);
create index dup_off on dup (k) with (deduplicate_items = off);
select pg_relation_size('dup_on') as deduplicated, pg_relation_size('dup_off') as plain;
select itemoffset, ctid, itemlen, htid, array_length(tids, 1) as n, tids[1:2] from bt_page_items('dup_on', 1) limit 4;
create unique index bt_id on bt (id) include (name);
select itemoffset, itemlen, left(data, 40) from bt_page_items('bt_id', 1) limit 2;
select relname, pg_relation_size(oid) from pg_class where relname in ('bt_name', 'bt_id') order by 1;
