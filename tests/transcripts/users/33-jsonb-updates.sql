-- One changed key rewrites the whole document.
create table orders (id int primary key, doc jsonb);
insert into orders select i, jsonb_build_object('status', 'new', 'lines', (select jsonb_agg(jsonb_build_object('sku', md5((i * j)::text), 'qty', j)) from generate_series(1, 100) j)) from generate_series(1, 20) i;
select id, pg_column_size(doc), pg_column_compression(doc), octet_length(doc::text) from orders where id in (1, 20) order by id;
select reltoastrelid::regclass::text as toast from pg_class where relname = 'orders' \gset
select count(*), sum(length(chunk_data)) from :toast;
explain (analyze, buffers, wal, costs off, timing off, summary off) update orders set doc = jsonb_set(doc, '{status}', '"paid"') where id = 1;
explain (analyze, buffers, wal, costs off, timing off, summary off) update orders set doc = jsonb_set(doc, '{status}', '"paid"') where id = 2;
select count(*), sum(length(chunk_data)) from :toast;
update orders set doc = doc || '{"status": "sent"}' where id <= 10;
update orders set doc = doc - 'status' where id > 15;
select pg_relation_size(:'toast') / 8192 as toast_pages, (select count(*) from :toast) as chunks;
vacuum orders;
select pg_relation_size(:'toast') / 8192 as toast_pages;
alter table orders add column status text;
update orders set status = doc ->> 'status';
explain (analyze, buffers, wal, costs off, timing off, summary off) update orders set status = 'paid' where id = 3;
explain (analyze, buffers, wal, costs off, timing off, summary off) update orders set status = 'paid' where id = 4;
select status, count(*) from orders group by 1 order by 1;
select id, jsonb_array_length(doc -> 'lines'), doc #>> '{lines,0,sku}' from orders where id = 7;
