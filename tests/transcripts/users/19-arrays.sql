-- Arrays: one row with many elements, or many rows?
create table readings_rows (sensor int, at int, value real);
create table readings_array (sensor int, vals real[]);
insert into readings_rows select s, i, i * 0.5 from generate_series(1, 10) s, generate_series(1, 500) i;
insert into readings_array select sensor, array_agg(value order by at) from readings_rows group by sensor order by sensor;
select pg_table_size('readings_rows') as rows, pg_table_size('readings_array') as arrays;
select sensor, cardinality(vals), pg_column_size(vals), pg_column_compression(vals) from readings_array where sensor <= 3;
select pg_column_size('{}'::int[]), pg_column_size('{1}'::int[]), pg_column_size('{1,2,3}'::int[]), pg_column_size('{1,NULL,3}'::int[]), pg_column_size('{{1,2},{3,4}}'::int[]), pg_column_size('{a,bb,ccc}'::text[]);
update readings_array set vals = vals || 1.5::real where sensor = 1;
select cardinality(vals), pg_column_size(vals), vals[501] from readings_array where sensor = 1;
alter table readings_array alter vals set storage external;
update readings_array set vals = vals || '{}'::real[];
select pg_column_size(vals), pg_column_compression(vals) from readings_array where sensor <= 2 order by sensor;
explain (analyze, buffers, costs off, timing off, summary off) select vals[3] from readings_array where sensor = 5;
explain (analyze, buffers, costs off, timing off, summary off) select vals[3] from readings_array where sensor = 5;
select sum(v) from readings_array, unnest(vals) v where sensor = 2;
select array_length(vals, 1), vals[1:3] from readings_array order by sensor limit 2;
