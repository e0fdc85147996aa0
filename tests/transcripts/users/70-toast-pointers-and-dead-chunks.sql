-- TOAST by hand: find the pointer of a value, and its chunks
create extension if not exists pageinspect;
create table msgs (id int primary key, subject text, body text, attach bytea);
alter table msgs alter column attach set storage external;
alter table msgs alter column body set compression lz4;
insert into msgs values
 (1, 'hello', 'short body', null),
 (2, 'long', repeat('All work and no play makes Jack a dull boy. ', 300), null),
 (3, 'attachment', 'see attached', decode(repeat('cafe', 2500), 'hex')),
 (4, 'both', (select string_agg(md5(i::text), E'\n') from generate_series(1, 200) i), decode(repeat('00ff', 1500), 'hex'));
select id, length(body), pg_column_size(body) b, pg_column_compression(body) bc, length(attach), pg_column_size(attach) a, pg_column_compression(attach) ac, pg_column_size(m.*) as whole from msgs m order by id;
select lp, lp_len, t_infomask & 4 > 0 as has_external, encode(substr(t_attrs[3], 1, 18), 'hex') like '0112%' as body_pointer, length(t_attrs[3]), length(t_attrs[4]) as attach_len
from heap_page_item_attrs(get_raw_page('msgs', 0), 'msgs');
select reltoastrelid::regclass as toast, reltoastrelid as toastoid from pg_class where relname = 'msgs' \gset
\d :toast
select dense_rank() over (order by chunk_id) as value, chunk_seq, length(chunk_data), left(encode(chunk_data, 'hex'), 16) as starts from :toast order by chunk_id, chunk_seq;
select lp, lp_len, t_ctid, t_hoff from heap_page_items(get_raw_page(:'toast', 0));
delete from msgs where id = 3;
update msgs set subject = 'Both' where id = 4;
update msgs set body = null where id = 4;
select count(*) as live_chunks from :toast;
select lp, lp_flags, t_xmax <> 0::text::xid as deleted from heap_page_items(get_raw_page(:'toast', 0)) order by lp;
select p, count(*) filter (where t_xmax::text <> '0') as dead, count(*) from generate_series(0, pg_relation_size(:'toast')::int / 8192 - 1) p, heap_page_items(get_raw_page(:'toast', p)) group by p order by p;
vacuum msgs;
select p, lp, lp_flags from generate_series(0, pg_relation_size(:'toast')::int / 8192 - 1) p, heap_page_items(get_raw_page(:'toast', p)) where lp_flags <> 1 order by 1, 2;
insert into msgs (id, attach) values (5, decode(repeat('11', 6000), 'hex'));
select chunk_seq, ctid from :toast where chunk_id = (select max(chunk_id) from :toast) order by 1;
explain (analyze, buffers, costs off, timing off, summary off) select id, substr(attach, 1000, 10) from msgs where id = 5;
explain (analyze, buffers, costs off, timing off, summary off) select id, length(attach) from msgs where id = 5;
explain (analyze, buffers, costs off, timing off, summary off) select id, octet_length(body), left(body, 10) from msgs where id = 2;
explain (analyze, buffers, costs off, timing off, summary off) select id, subject from msgs order by id;
insert into :toast values (1, 0, '\x00');
delete from :toast;
vacuum :toast;
truncate :toast;
drop table :toast;
alter table msgs alter body set storage plain;
insert into msgs values (6, 'too big', repeat('x', 9000), null);
insert into msgs values (6, 'too big', (select string_agg(md5(i::text), '') from generate_series(1, 300) i), null);
alter table msgs drop column attach;
vacuum full msgs;
select pg_relation_size(:'toastoid'::regclass);
select count(*) from msgs;
drop table msgs;
