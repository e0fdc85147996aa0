-- NULLs cost a bitmap, not their columns.
create table n8 (c1 int, c2 int, c3 int, c4 int, c5 int, c6 int, c7 int, c8 int);
create table n9 (c1 int, c2 int, c3 int, c4 int, c5 int, c6 int, c7 int, c8 int, c9 int);
insert into n8 values (1, 2, 3, 4, 5, 6, 7, 8), (1, null, null, null, null, null, null, null), (null, null, null, null, null, null, null, null);
insert into n9 values (1, 2, 3, 4, 5, 6, 7, 8, 9), (1, null, null, null, null, null, null, null, null), (null, null, null, null, null, null, null, null, 9);
select lp, lp_len, t_hoff, t_bits, t_infomask & 1 as has_null, t_data from heap_page_items(get_raw_page('n8', 0));
select lp, lp_len, t_hoff, t_bits, t_infomask & 1 as has_null, t_data from heap_page_items(get_raw_page('n9', 0));
select pg_column_size(n8.*) from n8;
select pg_column_size(null::text), pg_column_size(''), pg_column_size(row()), pg_column_size(row(null));
alter table n8 add column c9 text;
select *, pg_column_size(n8.*) from n8;
alter table n8 add column c10 text default 'filled in';
select c1, c10, pg_column_size(n8.*) from n8;
select attname, atthasmissing, attmissingval from pg_attribute where attrelid = 'n8'::regclass and attnum > 7;
update n8 set c1 = 0 where c1 is null;
select lp, lp_len, t_hoff, t_bits, t_infomask2 & 2047 as natts from heap_page_items(get_raw_page('n8', 0));
