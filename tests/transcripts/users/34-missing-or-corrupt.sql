-- What pg_toast holds, and what the pointer in the row says.
create table pt (id int primary key, t text);
alter table pt alter t set storage external;
insert into pt values (1, repeat('a', 2500)), (2, repeat('b', 5000));
select reltoastrelid::regclass::text as toast from pg_class where relname = 'pt' \gset
\d :toast
select chunk_id - (select min(chunk_id::bigint) from :toast)::bigint as v, chunk_seq from :toast limit 1;
select row_number() over (order by min(chunk_id::text::bigint)) as value, count(*), sum(length(chunk_data)) from :toast group by chunk_id order by 1;
select lp, length(t_attrs[2]), substring(t_attrs[2], 1, 2), substring(t_attrs[2], 3, 8) from heap_page_item_attrs(get_raw_page('pt', 0), 'pt');
delete from :toast;
insert into :toast values (1, 1, 'x');
select id, substr(t, 2499, 5) from pt order by id;
update pt set t = t || 'c' where id = 1;
select id, length(t), right(t, 3) from pt order by id;
vacuum pt;
select row_number() over (order by min(chunk_id::text::bigint)) as value, count(*), sum(length(chunk_data)) from :toast group by chunk_id order by 1;
select * from verify_heapam('pt');
