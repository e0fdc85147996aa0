-- DROP COLUMN frees nothing until the table is rewritten.
create table wide (id int, junk char(500), v text);
insert into wide select i, 'junk', 'v' || i from generate_series(1, 1000) i;
select pg_relation_size('wide');
alter table wide drop column junk;
select pg_relation_size('wide'), (select pg_column_size(w.*) from wide w limit 1);
select attnum, attname, atttypid, attisdropped, attlen from pg_attribute where attrelid = 'wide'::regclass and attnum > 0;
vacuum wide;
select pg_relation_size('wide');
update wide set v = v where id <= 500;
vacuum wide;
select pg_relation_size('wide'), lp_len, count(*) from heap_page_items(get_raw_page('wide', 40)) group by 2 order by 2;
vacuum full wide;
select pg_relation_size('wide'), min(lp_len), max(lp_len) from heap_page_items(get_raw_page('wide', 0));
select t_bits, t_hoff, count(*) from heap_page_items(get_raw_page('wide', 0)) group by 1, 2;
select * from wide order by id limit 2;
