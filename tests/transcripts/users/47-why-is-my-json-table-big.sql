-- our event store: 300 rows, and pg_total_relation_size says megabytes. where is it?
create table event_store (
    id          bigint generated always as identity primary key,
    stream      text not null,
    payload     jsonb not null,
    meta        jsonb not null default '{}'
);
create index on event_store (stream);
create index event_store_type on event_store ((payload->>'type'));

insert into event_store (stream, payload, meta)
select 'order-' || (i % 20),
       jsonb_build_object('type', (array['created','paid','shipped'])[1 + i % 3],
                          'lines', (select jsonb_agg(jsonb_build_object('sku', md5((i * 100 + j)::text), 'qty', j, 'price', j * 1.25))
                                    from generate_series(1, 1 + i % 60) j)),
       jsonb_build_object('ip', '10.0.0.' || i % 255)
from generate_series(1, 300) i;

\d event_store
select pg_size_pretty(pg_relation_size('event_store')) as heap,
       pg_size_pretty(pg_table_size('event_store') - pg_relation_size('event_store')) as toast_fsm_vm,
       pg_size_pretty(pg_indexes_size('event_store')) as indexes,
       pg_size_pretty(pg_total_relation_size('event_store')) as total;

select width_bucket(pg_column_size(payload), 0, 4000, 8) as bucket,
       count(*), min(pg_column_size(payload)), max(pg_column_size(payload)),
       round(avg(length(payload::text))) as avg_text
from event_store group by 1 order by 1;

select id, pg_column_size(payload) as stored, octet_length(payload::text) as as_text,
       round(pg_column_size(payload)::numeric / octet_length(payload::text), 3) as ratio
from event_store order by 2 desc, 1 limit 5;

select reltoastrelid::regclass as toast from pg_class where oid = 'event_store'::regclass \gset
\echo the toast table is :toast
select count(distinct chunk_id) as values, count(*) as chunks, sum(length(chunk_data)) as bytes,
       pg_size_pretty(avg(length(chunk_data))) as avg_chunk
from :toast;
select chunk_seq, count(*), min(length(chunk_data)), max(length(chunk_data))
from :toast group by chunk_seq order by chunk_seq;

update event_store set meta = meta || '{"seen": true}' where id <= 100;
select count(*) as chunks_after from :toast;
update event_store set payload = jsonb_set(payload, '{type}', '"archived"') where id <= 100;
select count(*) as chunks_after from :toast;
vacuum event_store;
select relname, relpages, reltuples, relallvisible from pg_class
where oid in ('event_store'::regclass, :'toast'::regclass) order by relname = 'event_store' desc;
\di+ event_store*
drop table event_store;
