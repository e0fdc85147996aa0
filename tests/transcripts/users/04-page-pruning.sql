-- Wide rows: the fifth version does not fit, so the page is pruned.
create table messages (id integer, content char(2000));
create index messages_id on messages (id);
insert into messages values (1, 'A');
update messages set content = 'B' where id = 1;
update messages set content = 'C' where id = 1;
update messages set content = 'D' where id = 1;
select lp, lp_flags, lp_off, lp_len, t_ctid from heap_page_items(get_raw_page('messages', 0));
select lower, upper, special, pagesize, flags, prune_xid <> '0' as hint from page_header(get_raw_page('messages', 0));
update messages set content = 'E' where id = 1;
select lp, lp_flags, lp_off, lp_len, t_ctid from heap_page_items(get_raw_page('messages', 0));
update messages set content = 'F' where id = 1;
select lp, lp_flags, lp_off, lp_len, t_ctid from heap_page_items(get_raw_page('messages', 0));
select pg_relation_size('messages') / 8192 as pages;
select itemoffset, ctid, data from bt_page_items('messages_id', 1);
explain (analyze, buffers, costs off, timing off, summary off) select trim(content) from messages where id = 1;
explain (analyze, buffers, costs off, timing off, summary off) select trim(content) from messages where id = 1;
