-- When is an update HOT? A function to look at a page, as in many a blog.
create table hot (id int primary key, k int, s text) with (fillfactor = 75);
create index hot_k on hot (k);
create function heap_page(rel text, pageno int)
returns table (ctid tid, state text, xmin text, xmax text, hhu text, hot text, t_ctid tid) as $$
select (pageno, lp)::text::tid as ctid,
       case lp_flags when 0 then 'unused' when 1 then 'normal' when 2 then 'redirect to ' || lp_off when 3 then 'dead' end as state,
       t_xmin || case when (t_infomask & 256) > 0 then ' (c)' when (t_infomask & 512) > 0 then ' (a)' else '' end as xmin,
       t_xmax || case when (t_infomask & 1024) > 0 then ' (c)' when (t_infomask & 2048) > 0 then ' (a)' else '' end as xmax,
       case when (t_infomask2 & 16384) > 0 then 't' end as hhu,
       case when (t_infomask2 & 32768) > 0 then 't' end as hot,
       t_ctid
from heap_page_items(get_raw_page(rel, pageno)) order by lp;
$$ language sql;
insert into hot values (1, 10, 'first');
update hot set s = 'second' where id = 1;
select * from heap_page('hot', 0);
update hot set s = 'third' where id = 1;
update hot set k = 11 where id = 1;
select * from heap_page('hot', 0);
select itemoffset, ctid, itemlen, data from bt_page_items('hot_k', 1);
select itemoffset, ctid, itemlen, data, dead, htid from bt_page_items('hot_pkey', 1);
vacuum hot;
select * from heap_page('hot', 0);
begin; update hot set s = 'never' where id = 1; rollback;
select ctid, state, hhu, hot, t_ctid from heap_page('hot', 0);
