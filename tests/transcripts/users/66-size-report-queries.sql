-- the queries everybody has in a wiki page
create schema shop;
create table shop.item (id serial primary key, sku text unique, descr text, price numeric(10,2));
create table shop.sale (item_id int references shop.item, at date, qty int);
create index sale_at on shop.sale (at desc);
create materialized view shop.monthly as select date_trunc('month', at)::date as m, sum(qty) as q from shop.sale group by 1;
insert into shop.item (sku, descr, price) select 'SKU' || to_char(i, 'FM0000'), repeat('desc ', i % 700), i + 0.99 from generate_series(1, 900) i;
insert into shop.sale select 1 + i % 900, date '2023-01-01' + i % 400, i % 9 from generate_series(1, 6000) i;
refresh materialized view shop.monthly;
set search_path = shop, public;
select n.nspname as schema, c.relname, c.relkind, pg_size_pretty(pg_total_relation_size(c.oid)) as total,
       pg_size_pretty(pg_relation_size(c.oid)) as main
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'shop' and c.relkind in ('r', 'm', 'S')
order by pg_total_relation_size(c.oid) desc, c.relname;
with s as (
  select relname, pg_relation_size(oid) as bytes from pg_class where relnamespace = 'shop'::regnamespace and relkind = 'i'
)
select relname, bytes, sum(bytes) over (order by bytes desc, relname) as running, round(100.0 * bytes / sum(bytes) over (), 1) as pct,
       row_number() over (order by bytes desc, relname) as rn, lag(bytes) over (order by bytes desc, relname) - bytes as diff
from s order by bytes desc, relname;
select string_agg(format('%I.%I = %s', schemaname, tablename, pg_size_pretty(pg_table_size(format('%I.%I', schemaname, tablename)::regclass))), ', ' order by tablename)
from pg_tables where schemaname = 'shop';
select case when bytes < 1000 then 'tiny' when bytes < 100000 then 'small' else 'large' end as class, count(*), to_char(sum(bytes), 'FM999G999G999') as bytes
from (select pg_relation_size(c.oid) as bytes from pg_class c where relnamespace = 'shop'::regnamespace) x group by 1 order by 1;
\dt+ shop.*
\di+ shop.*
\ds shop.*
\dm+ shop.*
\dn
\d+ shop.sale
\d shop.sale_at
select pg_size_pretty(v) as pretty, pg_size_bytes(pg_size_pretty(v)) as back
from unnest(array[0, 1, 10239, 10240, 10752, 20479, 20480, 1048576, 10485760, 1e12::bigint, -10240]) v;
select pg_size_pretty(10240::numeric), pg_size_pretty(1.5), pg_size_bytes('1.5 GB'), pg_size_bytes('10kB'), pg_size_bytes('  7 MB ');
select pg_size_bytes('1 XB');
select pg_size_bytes('abc');
select pg_relation_size('shop.item', 'vm'), pg_relation_size('item'), pg_relation_size(null), pg_relation_size(0::oid);
select pg_relation_size('item', 'toast');
select indexrelid::regclass, indisunique, indisprimary, indnkeyatts, pg_get_indexdef(indexrelid) from pg_index where indrelid in ('item'::regclass, 'sale'::regclass) order by 1;
select conname, contype, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'shop'::regnamespace order by conname;
drop schema shop;
drop schema shop cascade;
