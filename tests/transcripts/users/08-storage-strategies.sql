-- The four strategies on the same value.
create table strategies (p text, e text, x text, m text);
alter table strategies alter p set storage plain, alter e set storage external, alter x set storage extended, alter m set storage main;
select attname, case attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' when 'm' then 'main' end as storage
from pg_attribute where attrelid = 'strategies'::regclass and attnum > 0 order by attnum;
insert into strategies values (repeat('a', 1000), repeat('a', 1000), repeat('a', 1000), repeat('a', 1000));
select pg_column_size(p) p, pg_column_size(e) e, pg_column_size(x) x, pg_column_size(m) m, pg_column_size(strategies.*) as row from strategies;
insert into strategies values ('small', repeat('b', 3000), repeat('c', 3000), repeat('d', 3000));
insert into strategies values (repeat('p', 9000), null, null, null);
insert into strategies values (null, null, null, (select string_agg(md5(i::text), '') from generate_series(1, 260) i));
select pg_column_size(p) p, pg_column_size(e) e, pg_column_size(x) x, pg_column_size(m) m, pg_column_size(strategies.*) as row from strategies;
select dense_rank() over (order by chunk_id) as value, count(*), sum(length(chunk_data)) from pg_toast.pg_toast_16384 group by chunk_id order by 1;
insert into strategies (p) values ((select string_agg(md5(i::text), '') from generate_series(1, 300) i));
select lp, lp_len, t_attrs[1] is null as no_p, length(t_attrs[2]) e, length(t_attrs[3]) x, length(t_attrs[4]) m from heap_page_item_attrs(get_raw_page('strategies', 0), 'strategies'::regclass);
