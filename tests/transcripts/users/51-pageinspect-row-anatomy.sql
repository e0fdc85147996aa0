-- anatomy of a row, byte by byte
create extension if not exists pageinspect;
create table anatomy (a boolean, b bigint, c smallint, d text, e numeric, f timestamp, g int[]);
insert into anatomy values
  (true, 1, 2, 'short', 3.14159, '2020-02-29 12:34:56', '{1,2,3}'),
  (null, null, null, null, null, null, null),
  (false, -1, -2, repeat('long', 50), -12345678901234567890.5, 'infinity', '{}'),
  (true, 0, 0, '', 0, 'epoch', '{{1,2},{3,4}}'),
  (null, 7, null, 'x', 'NaN', null, '{null,1}');
select lp, lp_off, lp_len, t_hoff, t_bits, t_infomask, t_infomask2, t_data
from heap_page_items(get_raw_page('anatomy', 0));
select lp, t_attrs from heap_page_item_attrs(get_raw_page('anatomy', 0), 'anatomy');
select lp, array_length(t_attrs, 1), t_attrs[4] as d from heap_page_item_attrs(get_raw_page('anatomy', 0), 'anatomy'::regclass, true);
select t.lp, raw_flags, combined_flags
from heap_page_items(get_raw_page('anatomy', 0)) t, heap_tuple_infomask_flags(t.t_infomask, t.t_infomask2) order by lp;
select tuple_data_split('anatomy'::regclass, t_data, t_infomask, t_infomask2, t_bits)
from heap_page_items(get_raw_page('anatomy', 0)) where lp in (1, 4);

alter table anatomy add column h int default 42;
alter table anatomy add column i text;
select lp, lp_len, t_infomask2 & 2047 as natts from heap_page_items(get_raw_page('anatomy', 0)) order by 1;
select a, h, i from anatomy order by b nulls last, a;
update anatomy set i = 'new' where b = 7;
select lp, lp_len, t_infomask2 & 2047 as natts, t_ctid, t_bits from heap_page_items(get_raw_page('anatomy', 0)) order by 1;
alter table anatomy drop column b;
select attnum, attname, attisdropped, attlen, attalign, attbyval from pg_attribute where attrelid = 'anatomy'::regclass and attnum > 0 order by attnum;
insert into anatomy values (true, 1, 'after', 1.1, 'now'::timestamp - 'now'::timestamp + '2001-01-01'::timestamp, '{9}');
select lp, t_bits, t_hoff, lp_len from heap_page_items(get_raw_page('anatomy', 0)) where lp = 7;

select pg_column_size(row(1, 2)), pg_column_size(row(1::smallint, 2::bigint)), pg_column_size(row(2::bigint, 1::smallint)),
       pg_column_size(row()), pg_column_size(row(null, null)), pg_column_size(row('a'::text));
select lower, upper, special, pagesize, version, flags, prune_xid <> '0'::xid as pruning from page_header(get_raw_page('anatomy', 0));
select fsm_page_contents(get_raw_page('anatomy', 'fsm', 0));
select get_raw_page('anatomy', 1);
select get_raw_page('anatomy', 'main', -1);
select get_raw_page('anatomy', 'mian', 0);
select length(get_raw_page('anatomy', 0));
drop table anatomy;
