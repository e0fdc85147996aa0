-- Freezing, and the ages that monitoring watches.
create table fr (id int, v text);
insert into fr select i, 'row ' || i from generate_series(1, 5) i;
select lp, t_xmin = (select min(t_xmin::text)::xid from heap_page_items(get_raw_page('fr', 0))) as same, t_infomask & 256 > 0 as committed, t_infomask & 768 = 768 as frozen from heap_page_items(get_raw_page('fr', 0));
select count(*) from fr;
select lp, t_infomask & 256 > 0 as committed, t_infomask & 768 = 768 as frozen from heap_page_items(get_raw_page('fr', 0));
vacuum freeze fr;
select lp, to_hex(t_infomask) as infomask, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).raw_flags, (heap_tuple_infomask_flags(t_infomask, t_infomask2)).combined_flags from heap_page_items(get_raw_page('fr', 0));
select relname, age(relfrozenxid) < 100 as young from pg_class where relname = 'fr';
select c.relname, greatest(age(c.relfrozenxid), age(t.relfrozenxid)) < 1000 as fine from pg_class c left join pg_class t on c.reltoastrelid = t.oid where c.relkind = 'r' and c.relname = 'fr';
show autovacuum_freeze_max_age;
show vacuum_freeze_min_age;
set vacuum_freeze_min_age = 0;
insert into fr values (6, 'row 6');
vacuum fr;
select lp, t_infomask & 768 = 768 as frozen from heap_page_items(get_raw_page('fr', 0));
select xmin, id from fr where id = 6 and xmin::text::bigint > 2;
select all_visible, all_frozen from pg_visibility_map('fr', 0);
