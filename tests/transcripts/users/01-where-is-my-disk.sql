-- Which part of a table is big: the heap, what is toasted, the indexes?
create table customer_events (id bigserial primary key, customer int not null, happened timestamptz not null, payload jsonb);
insert into customer_events (customer, happened, payload)
select i % 50, timestamptz '2024-01-01 00:00+00' + i * interval '1 minute',
       jsonb_build_object('n', i, 'text', (select string_agg(md5((i * 100 + j)::text), '') from generate_series(1, 120) j))
from generate_series(1, 400) i;
create index on customer_events (customer, happened);
vacuum analyze customer_events;
select c.relname,
       pg_size_pretty(pg_relation_size(c.oid)) as heap,
       pg_size_pretty(pg_total_relation_size(c.reltoastrelid)) as toast,
       pg_size_pretty(pg_indexes_size(c.oid)) as indexes,
       pg_size_pretty(pg_total_relation_size(c.oid)) as total
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'public' and c.relkind = 'r' order by pg_total_relation_size(c.oid) desc;
select relname, relkind, relpages, reltuples, pg_relation_size(oid) / 8192 as pages
from pg_class where relname like 'customer_events%' order by relname;
select t.relname is not null as has_toast, t.relpages, t.reltuples
from pg_class c left join pg_class t on t.oid = c.reltoastrelid where c.relname = 'customer_events';
select count(*) as chunks, count(distinct chunk_id) as vals, min(length(chunk_data)), max(length(chunk_data))
from pg_toast.pg_toast_16385;
select round(avg(pg_column_size(payload))) as stored, round(avg(octet_length(payload::text))) as as_text from customer_events;
