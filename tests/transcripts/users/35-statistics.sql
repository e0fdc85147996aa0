-- What ANALYZE learns about wide columns.
create table st (id int, kind text, big text);
insert into st select i, 'kind ' || i % 5, repeat(md5(i::text), 40) from generate_series(1, 2000) i;
analyze st;
select attname, null_frac, avg_width, n_distinct, most_common_vals, most_common_freqs from pg_stats where tablename = 'st' order by attname;
select attname, array_length(histogram_bounds::text::text[], 1) as bounds from pg_stats where tablename = 'st' order by attname;
explain select * from st where kind = 'kind 3';
explain select * from st where id < 500;
explain select kind, count(*) from st group by kind;
alter table st alter kind set statistics 0;
alter table st alter id set (n_distinct = 100);
analyze st;
select attname, n_distinct from pg_stats where tablename = 'st' order by attname;
select attname, attstattarget, attoptions from pg_attribute where attrelid = 'st'::regclass and attnum > 0;
update st set big = null where id <= 1000;
analyze st;
select attname, null_frac, avg_width from pg_stats where tablename = 'st' and attname = 'big';
select relpages, reltuples from pg_class where relname = 'st';
