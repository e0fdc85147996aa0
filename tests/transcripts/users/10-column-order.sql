-- Alignment padding: the order of columns decides how wide a row is.
create table bad_order (a smallint, b bigint, c smallint, d timestamptz, e boolean, f bigint, g int);
create table good_order (b bigint, d timestamptz, f bigint, g int, a smallint, c smallint, e boolean);
insert into bad_order select 1, i, 2, now(), true, i, i from generate_series(1, 10000) i;
insert into good_order select i, now(), i, i, 1, 2, true from generate_series(1, 10000) i;
select pg_column_size(row(1::smallint, 1::bigint, 2::smallint)) as bad, pg_column_size(row(1::bigint, 1::smallint, 2::smallint)) as good;
select relname, pg_relation_size(oid) bytes, pg_relation_size(oid) / 8192 as pages from pg_class where relname in ('bad_order', 'good_order') order by 1;
select avg(pg_column_size(b.*))::numeric(6,2) from bad_order b;
select avg(pg_column_size(g.*))::numeric(6,2) from good_order g;
select lp_len, count(*) from heap_page_items(get_raw_page('bad_order', 0)) group by 1;
select lp_len, count(*) from heap_page_items(get_raw_page('good_order', 0)) group by 1;
select a.attname, t.typname, t.typalign, t.typlen from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid where c.relname = 'bad_order' and a.attnum >= 0 order by t.typlen desc, a.attname;
select 8192 / 72 as guess, max(lp) as real from heap_page_items(get_raw_page('bad_order', 0));
