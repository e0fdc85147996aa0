create table orders (id bigserial primary key, customer int, status text, payload jsonb, created timestamptz default '2024-05-05 10:00+00');
create table items (order_id bigint references orders on delete cascade, n int, descr text, primary key (order_id, n));
create index on orders (customer); create index on orders (status); create index on orders (customer, status); create index on items (order_id);
insert into orders (customer, status, payload) select i % 50, (array['new','paid','sent'])[1 + i % 3], jsonb_build_object('l', repeat(md5(i::text), 80 + i % 30)) from generate_series(1, 400) i;
insert into items select 1 + i % 400, i, 'd' || i from generate_series(1, 2000) i;
create materialized view tot as select customer, count(*) n, sum(length(payload::text)) from orders group by 1;
create table never_used (a int primary key, b text);
select count(*) from orders where id = 7; select count(*) from orders where customer = 4;
update orders set status = 'gone' where id % 10 = 0; delete from items where n % 7 = 0;
select pg_stat_force_next_flush();
vacuum analyze orders; analyze items; 
select pg_stat_force_next_flush();
-- relation sizes (pghero)
select n.nspname as schema, c.relname as relation, case c.relkind when 'r' then 'table' when 'm' then 'matview' else 'index' end as type, pg_table_size(c.oid) as size_bytes from pg_class c left join pg_namespace n on n.oid = c.relnamespace where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast' and c.relkind in ('r', 'm', 'i') order by pg_table_size(c.oid) desc, 2 asc;
-- unused indexes
select schemaname as schema, relname as table, indexrelname as index, pg_relation_size(i.indexrelid) as size_bytes, idx_scan as index_scans from pg_stat_user_indexes ui inner join pg_index i on ui.indexrelid = i.indexrelid where not indisunique and idx_scan <= 50 order by pg_relation_size(i.indexrelid) desc, relname, indexrelname asc;
-- indexes with their columns
select t.relname as table, ix.relname as name, regexp_replace(pg_get_indexdef(i.indexrelid), '^[^\(]*\((.*)\)$', '\1') as columns, regexp_replace(pg_get_indexdef(i.indexrelid), '.* USING ([^ ]*) \(.*', '\1') as using, indisunique as unique, indisprimary as primary, indisvalid as valid, indexprs::text, indpred::text, pg_get_indexdef(i.indexrelid) as definition from pg_index i inner join pg_class t on t.oid = i.indrelid inner join pg_class ix on ix.oid = i.indexrelid left join pg_stat_user_indexes ui on ui.indexrelid = i.indexrelid where schemaname is not null and schemaname not in ('pg_catalog', 'information_schema') order by 1, 2;
-- cache hit rates
select sum(idx_blks_hit) + sum(idx_blks_read) > 0 from pg_statio_user_indexes;
select schemaname, relname, case when heap_blks_hit + heap_blks_read = 0 then 0 else 1 end from pg_statio_user_tables order by relname;
-- column stats
select schemaname, tablename, attname, null_frac, n_distinct, avg_width, correlation is not null c, most_common_vals::text <> '' m from pg_stats where schemaname = 'public' order by 2, 3;
-- exporter
select current_database() datname, schemaname, relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd, n_live_tup, n_dead_tup, n_mod_since_analyze, last_vacuum is null v, last_analyze is null a, vacuum_count, analyze_count, pg_indexes_size(relid) i, pg_table_size(relid) t from pg_stat_user_tables order by relname;
-- toast share
select c.relname, pg_size_pretty(pg_relation_size(c.oid)) main, pg_size_pretty(pg_total_relation_size(c.reltoastrelid)) toast, round(100.0 * pg_total_relation_size(c.reltoastrelid) / nullif(pg_total_relation_size(c.oid), 0), 1) pct from pg_class c where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace order by 1;
select t.relname, s.relname like 'pg_toast%' toast, s.n_tup_ins, s.n_tup_del, s.n_live_tup, s.n_dead_tup, s.vacuum_count from pg_stat_all_tables s join pg_class t on t.reltoastrelid = s.relid where t.relnamespace = 'public'::regnamespace order by 1;
-- duplicates
select indrelid::regclass, array_agg(indexrelid::regclass order by indexrelid) from pg_index where indrelid >= 16384 group by indrelid, indkey having count(*) > 1;
select a.indexrelid::regclass covered, b.indexrelid::regclass by from pg_index a join pg_index b on a.indrelid = b.indrelid and a.indexrelid <> b.indexrelid and (b.indkey::text || ' ') like (a.indkey::text || ' %') and not a.indisunique where a.indrelid >= 16384 order by a.indexrelid::regclass::text;
-- freeze
select c.oid::regclass, greatest(age(c.relfrozenxid), age(t.relfrozenxid)) from pg_class c left join pg_class t on c.reltoastrelid = t.oid where c.relkind in ('r','m') and c.relnamespace = 'public'::regnamespace order by c.relname;
-- settings
select name, setting, unit from pg_settings where name in ('block_size', 'wal_block_size', 'autovacuum_vacuum_threshold', 'autovacuum_vacuum_scale_factor', 'autovacuum_vacuum_insert_threshold', 'vacuum_cost_limit', 'default_toast_compression', 'fillfactor') order by 1;
select c.relname, coalesce(o.option_value::float, current_setting('autovacuum_vacuum_scale_factor')::float) * c.reltuples + current_setting('autovacuum_vacuum_threshold')::int as threshold, s.n_dead_tup from pg_class c left join lateral (select option_value from pg_options_to_table(c.reloptions) where option_name = 'autovacuum_vacuum_scale_factor') o on true join pg_stat_user_tables s on s.relid = c.oid order by 1;
alter table orders set (autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_vacuum_scale_factor = 0.05, toast.vacuum_truncate = false);
select relname, reloptions, (select reloptions from pg_class t where t.oid = c.reltoastrelid) from pg_class c where relname in ('orders');
\d+ orders
\dt+
\di+
\dm+
select conname, contype, conrelid::regclass, confrelid::regclass, pg_get_constraintdef(oid) from pg_constraint where conrelid >= 16384 order by 1;
select 'orders'::regclass::oid = any(select conrelid from pg_constraint), (select count(*) from pg_depend where refobjid = 'orders'::regclass) > 3;
