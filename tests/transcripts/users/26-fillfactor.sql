-- fillfactor leaves room for the next version.
create table ff100 (id int primary key, n int, pad char(80));
create table ff50 (id int primary key, n int, pad char(80)) with (fillfactor = 50);
insert into ff100 select i, 0, '' from generate_series(1, 1000) i;
insert into ff50 select i, 0, '' from generate_series(1, 1000) i;
select pg_relation_size('ff100') / 8192 as full_pages, pg_relation_size('ff50') / 8192 as half_pages;
update ff100 set n = n + 1;
update ff50 set n = n + 1;
select pg_relation_size('ff100') / 8192 as full_pages, pg_relation_size('ff50') / 8192 as half_pages;
select pg_relation_size('ff100_pkey') / 8192 as i100, pg_relation_size('ff50_pkey') / 8192 as i50;
select count(*) as hot from heap_page_items(get_raw_page('ff50', 0)) where t_infomask2 & 32768 > 0;
select count(*) as hot from heap_page_items(get_raw_page('ff100', 0)) where t_infomask2 & 32768 > 0;
alter table ff100 set (fillfactor = 90);
vacuum full ff100;
select pg_relation_size('ff100') / 8192 as pages, upper - lower as free from page_header(get_raw_page('ff100', 0));
alter table ff100 set (fillfactor = 5);
create index on ff50 (n) with (fillfactor = 100);
create index on ff50 (n) with (fillfactor = 30);
select relname, relpages, reloptions from pg_class where relname like 'ff50_n%' order by 1;
\d ff50
